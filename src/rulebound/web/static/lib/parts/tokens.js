// A pool of tokens: the number is the text, the pips are only for the eye.
import { h, s } from '../dom.js';
import { t } from '../i18n.js';

const MOST_PIPS = 12;

/** @param {{name: string, value: number, most: number?}} pool */
export const tokens = ({ name, value, most }) => h('div', { class: 'pool', key: `tokens ${name}` },
  h('span', { class: 'n' }, value), pips(value, most), h('span', { class: 'of' }, name, most !== null && most !== undefined && ` ${t('pool.most', { most })}`));

const pips = (value, most) => Math.max(value, most ?? 0) <= MOST_PIPS && h('span', { class: 'pips', 'aria-hidden': 'true' },
  Array.from({ length: Math.max(value, most ?? 0) }, (_, place) =>
    s('svg', { class: `pip${place < value ? '' : ' off'}`, viewBox: '0 0 16 16' }, s('path', { d: 'M8 1.200 14.800 8 8 14.800 1.200 8z' }))));

/** Any pool or gauge in a few characters, for the bar. @param {{type: string, name: string}} item */
export function always(item) {
  const [value, most] = item.said ? [item.said, null] : item.type === 'boxes' ? [item.marked, item.boxes] : [item.value, item.most];
  return h('li', { key: item.name }, h('b', {}, value), most !== null && most !== undefined && h('small', {}, `/${most}`), ' ', item.name);
}
