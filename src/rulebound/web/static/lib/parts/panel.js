// A panel of what the seat may see: items of any kind, neighbours of one kind together.
import { h } from '../dom.js';
import { boxes, gauge } from './boxes.js';
import { cards } from './cards.js';
import { facts } from './facts.js';
import { map } from './map.js';
import { tokens } from './tokens.js';

/** @typedef {{id: string, title: string, brief: string, items: object[], mine: boolean}} Panel
 * @typedef {{mine: Set<string>, gauges: Set<string>}} Around ids of the seat's own sheets; names that the bar shows always */

const isTrack = item => item.type === 'boxes' || item.type === 'tokens';

/** @param {object[]} items @param {string} of @param {Around} around */
export function itemList(items, of, around) {
  const drawn = [];
  for (let from = 0, to; from < items.length; from = to) {
    const item = items[from];
    const same = item.type === 'fact' ? other => other.type === 'fact' : isTrack(item) ? isTrack : () => false;
    for (to = from + 1; to < items.length && same(items[to]);) to += 1;
    drawn.push(block(items.slice(from, to), of, around));
  }
  return drawn;
}

function block(items, of, around) {
  const [first] = items;
  if (first.type === 'fact') return facts(items);
  if (isTrack(first)) {
    const long = items.filter(item => item.type === 'boxes' && around.gauges.has(item.name));
    return [long.map(gauge), h('div', { class: 'tracks' }, items.filter(item => !long.includes(item)).map(item => item.type === 'boxes' ? boxes(item, of) : tokens(item)))];
  }
  if (first.type === 'cards') return cards(first);
  if (first.type === 'map') return map(first, around.mine);
  return facts([{ name: first.name ?? first.type, value: String(first.value ?? first.said ?? ''), sources: [] }]);
}

/** One's own sheet, whole. @param {Panel} panel @param {Around} around @param {string} label */
export const sheet = (panel, around, label) => h('section', { class: 'panel', key: `panel ${panel.id}`, 'aria-label': panel.title },
  h('header', {}, h('h2', { class: 'tab' }, label)), h('p', { class: 'title' }, panel.title), h('p', { class: 'small quiet brief' }, panel.brief),
  itemList(panel.items, panel.id, around));

/** A panel that matters to everybody: open. @param {Panel} panel @param {Around} around */
export const openPanel = (panel, around) => h('section', { class: 'panel', key: `panel ${panel.id}`, 'aria-label': panel.title },
  h('header', {}, h('h2', { class: 'tab' }, panel.title)),
  !panel.items.some(item => item.type === 'map') && h('p', { class: 'small quiet brief' }, panel.brief), itemList(panel.items, panel.id, around));

/** Somebody else or something else: a line that unfolds. @param {Panel} panel @param {Around} around */
export const briefPanel = (panel, around) => h('li', { key: `panel ${panel.id}` }, h('details', { class: 'person' },
  h('summary', {}, h('span', { class: 'name' }, panel.title), ' ', h('span', { class: 'st' }, panel.brief)),
  h('div', { class: 'unfold' }, itemList(panel.items, panel.id, around))));
