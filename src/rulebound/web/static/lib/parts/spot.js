// Somebody on a map.
import { s } from '../dom.js';

/** A circle is a friend, a square a foe. @param {number} x @param {number} y @param {import('./map.js').Spot} spot @param {boolean} own */
export const token = (x, y, spot, own) => s('g', {}, spot.friend || own
  ? s('circle', { class: `pc${own ? ' you' : ''}`, cx: x, cy: y, r: 16 })
  : s('rect', { class: 'foe', x: x - 15, y: y - 15, width: 30, height: 30 }),
s('text', { class: `t${spot.friend || own ? '' : ' f'}`, x, y: y + 5 }, initials(spot.name)));

/** @param {string} name */
export const initials = name => {
  const parts = name.replace(/^the /i, '').split(/[\s-]+/).filter(Boolean);
  const last = parts.at(-1) ?? '';
  return ((parts[0]?.[0] ?? '?') + (parts.length > 1 ? /\d/.test(last) ? last.slice(0, 2) : last[0] : '')).toUpperCase();
};
