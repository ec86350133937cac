// What a turn changed on the sheets: each value before and after.
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { panel } from './frame.js';

const MOST = 40;

const shown = item => ({
  fact: () => item.value, boxes: () => item.said || `${item.marked}/${item.boxes}`, tokens: () => item.value, cards: () => item.cards.join(' ') + (item.face_down ? ` +${item.face_down}` : ''),
}[item.type]?.() ?? '');

const values = frame => new Map(frame.order.flatMap(id => frame.panels[id].items.map(item => [`${id} ${item.name}`, { who: frame.panels[id].title, name: item.name, value: String(shown(item)) }]))
  .concat(frame.always.map(item => [`always ${item.name}`, { who: '', name: item.name, value: String(shown(item)) }])));

/** @param {object} before a frame @param {object} now the frame after it */
export function changes(before, now) {
  const was = values(before);
  const rows = [...values(now)].filter(([key, { value }]) => was.get(key)?.value !== value).map(([key, { who, name, value }]) => ({ key, name: [who, name].filter(Boolean).join(': '), old: was.get(key)?.value ?? '–', value }));
  return rows.length > 0 && panel(t('replay.changed'), rows.length > MOST ? t('replay.first', { n: MOST }) : null, h('div', { class: 'scroll-x', tabindex: 0, role: 'group', 'aria-label': t('replay.changed') },
    h('table', { class: 'fig', lang: 'en' }, h('thead', {}, h('tr', {}, ['what', 'was', 'is'].map(word => h('th', { scope: 'col' }, t(`replay.${word}`))))),
      h('tbody', {}, rows.slice(0, MOST).map(({ key, name, old, value }) => h('tr', { key }, h('th', { scope: 'row' }, name), h('td', {}, old), h('td', {}, value)))))));
}
