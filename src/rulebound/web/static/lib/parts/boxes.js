// A track of boxes: crossed is marked, spent or lost in every game. And the gauge: the same numbers as a row of stops.
import { h } from '../dom.js';
import { t } from '../i18n.js';

const MANY = 6;
const before = new Map();

/** @param {{name: string, boxes: number, marked: number, said: string}} track @param {string} [of] whose it is, to ring what is new */
export function boxes({ name, boxes: count, marked, said }, of = '') {
  const was = before.get(`${of} ${name}`) ?? marked;
  before.set(`${of} ${name}`, marked);
  return h('div', { class: `track${count > MANY ? ' long' : ''}`, key: `boxes ${name}` }, h('span', {}, name),
    h('span', { class: 'boxes', role: 'img', 'aria-label': `${name}: ${t('boxes.marked', { marked, boxes: count })}` },
      Array.from({ length: count }, (_, place) => h('i', { class: `box${place < marked ? ' on' : ''}${place >= was && place < marked ? ' new' : ''}` }))),
    h('span', { class: 'said' }, said || t('of', { value: marked, most: count })));
}

/** @param {{name: string, boxes: number, marked: number, said: string}} track */
export const gauge = ({ name, boxes: count, marked, said }) => h('div', { class: 'gauge', key: `gauge ${name}` },
  h('p', { class: 'label' }, name, ' ', h('span', { class: 'quiet' }, said && `${said}, `, t('of', { value: marked, most: count }))),
  h('ol', { 'aria-label': `${name} ${t('of', { value: marked, most: count })}` },
    Array.from({ length: count }, (_, place) => h('li', { class: `stop${place < marked ? ' on' : ''}${place === marked - 1 ? ' here' : ''}` }, place + 1))));
