// Maps: zones as a graph, or a plane in yards; always with the same in words, which is the map for those who do not see it.
import { h, s } from '../dom.js';
import { list, t } from '../i18n.js';
import { planeMap } from './plane.js';
import { zoneMap } from './zones.js';

/** @typedef {{id: string, name: string, friend: boolean, x: number, y: number, zone: string}} Spot
 * @typedef {{name: string, spots: Spot[], zones: [string, string][], links: [string, string][]}} MapShown */

const SMALLEST = 0.72;
/** One zone alone would fill the room; a plane may. */
const LARGEST = 1.4;

/** @param {MapShown} shown @param {Set<string>} mine ids of what is the seat's own */
export const map = (shown, mine) => h('div', { class: 'mapped', key: `map ${shown.name}` },
  h('div', { class: 'scroll-x', tabindex: 0, role: 'region', 'aria-label': t('map.scrolls', { name: shown.name }) },
    picture(shown, mine)),
  h('details', { class: 'words' }, h('summary', {}, t('map.words')), shown.zones.length ? zonesInWords(shown, mine) : planeInWords(shown, mine)));

function picture(shown, mine) {
  const { width, height, parts } = shown.zones.length ? zoneMap(shown, mine) : planeMap(shown, mine);
  const drawn = s('svg', { class: 'map', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': t('map.picture', { name: shown.name }) }, parts);
  Object.assign(drawn.style, { minWidth: `${Math.round(width * SMALLEST)}px`, minHeight: `${Math.round(height * SMALLEST)}px`, maxWidth: shown.zones.length ? `${Math.round(width * LARGEST)}px` : '' });
  return drawn;
}

const called = (spot, mine) => `${spot.name} (${mine.has(spot.id) ? t('map.you') : spot.friend ? t('map.friend') : t('map.foe')})`;

function zonesInWords({ spots, zones, links }, mine) {
  const names = new Map(zones);
  return h('ul', {}, zones.map(([id, name]) => {
    const here = spots.filter(spot => spot.zone === id).map(spot => called(spot, mine));
    const next = links.flatMap(([a, b]) => a === id ? [names.get(b)] : b === id ? [names.get(a)] : []);
    return h('li', {}, h('b', {}, name), ': ', here.length ? list(here) : t('map.nobody'), '. ', next.length > 0 && t('map.next', { zones: list(next) }));
  }));
}

const planeInWords = ({ spots }, mine) => h('ul', {}, spots.map(spot =>
  h('li', {}, h('b', {}, called(spot, mine)), ': ', t('map.at', { x: spot.x, y: spot.y }))));
