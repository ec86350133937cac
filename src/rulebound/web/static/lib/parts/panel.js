// A panel of what the seat may see: items of any kind, neighbours of one kind together.
import { h } from '../dom.js';
import { boxes, gauge } from './boxes.js';
import { cards } from './cards.js';
import { FACTS } from './facts.js';
import { map } from './map.js';
import { initials } from './spot.js';
import { tokens } from './tokens.js';

/** @typedef {{id: string, title: string, brief: string, items: object[], mine: boolean}} Panel
 * @typedef {{mine: Set<string>, gauges: Set<string>, spots?: Map<string, object>}} Around ids of the seat's own sheets, names that the bar shows always, who is on a map */

const TRACKS = new Set(['boxes', 'tokens']);
const TILE = /^[A-Z][A-Z0-9 ]{0,7}$/;

/** What is drawn as one block: tracks, tiles, numbers, words; cards; maps stand alone. */
function kindOf(item, around) {
  if (item.type === 'boxes' && around.gauges.has(item.name)) return `gauge ${item.name}`;
  if (TRACKS.has(item.type)) return 'tracks';
  if (item.type === 'map') return `map ${item.name}`;
  if (item.type === 'cards') return 'cards';
  return typeof item.value !== 'number' ? 'words' : TILE.test(item.name) ? 'tiles' : 'numbers';
}

const ORDER = ['map', 'gauge', 'cards', 'tiles', 'tracks', 'numbers', 'words'];
const rank = kind => ORDER.indexOf(kind.split(' ')[0]);

/** Items of a kind together: what is looked at most comes first. @param {object[]} items @param {string} of @param {Around} around */
export function itemList(items, of, around) {
  const blocks = new Map();
  for (const item of items) {
    if (item.value === '') continue;
    const kind = kindOf(item, around);
    blocks.set(kind, [...blocks.get(kind) ?? [], item]);
  }
  return [...blocks].sort(([a], [b]) => rank(a) - rank(b)).map(([kind, members]) => block(kind, members, of, around));
}

function block(kind, items, of, around) {
  const [first] = items;
  if (kind.startsWith('gauge')) return gauge(first);
  if (kind === 'tracks') return h('div', { class: 'tracks', key: kind }, items.map(item => item.type === 'boxes' ? boxes(item, of) : tokens(item)));
  if (kind === 'cards') return h('div', { class: 'cardrow', key: kind }, items.map(cards));
  if (first.type === 'map') return map(first, around.mine);
  return FACTS[kind](items);
}

/** One's own sheet, whole. @param {Panel} panel @param {Around} around @param {string} label */
export const sheet = (panel, around, label) => h('section', { class: 'panel', role: 'group', key: `panel ${panel.id}`, 'aria-label': panel.title },
  h('header', {}, h('h2', { class: 'tab' }, label)), h('p', { class: 'title' }, panel.title), h('p', { class: 'small quiet brief' }, panel.brief),
  itemList(panel.items, panel.id, around));

/** A panel that matters to everybody: open. @param {Panel} panel @param {Around} around */
export const openPanel = (panel, around) => h('section', { class: 'panel', role: 'group', key: `panel ${panel.id}`, 'aria-label': panel.title },
  h('header', {}, h('h2', { class: 'tab' }, panel.title)),
  !panel.items.some(item => item.type === 'map') && h('p', { class: 'small quiet brief' }, panel.brief), itemList(panel.items, panel.id, around));

/** The shape of somebody who is on a map: a circle is a friend, a square is not. */
const badge = (panel, { spots }) => {
  const spot = spots?.get(panel.id);
  return spot && h('span', { class: `who${spot.friend ? '' : ' foe'}`, 'aria-hidden': 'true' }, initials(panel.title));
};

/** Somebody else or something else: a line that unfolds. @param {Panel} panel @param {Around} around */
export const briefPanel = (panel, around) => h('li', { key: `panel ${panel.id}` }, h('details', { class: 'person' },
  h('summary', {}, badge(panel, around), h('span', {}, h('span', { class: 'name' }, panel.title), ' ', h('span', { class: 'st' }, panel.brief))),
  h('div', { class: 'unfold' }, itemList(panel.items, panel.id, around))));
