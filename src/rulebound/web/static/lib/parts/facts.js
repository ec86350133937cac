// Facts: short numbers as tiles, other numbers as a list, words as lines. A number with sources unfolds into them.
import { h } from '../dom.js';
import { modifierTable } from './rule.js';

/** @typedef {{name: string, value: number | string, sources: {name: string, amount: number, rule: string}[]}} Fact */

const signed = value => String(value).replace(/^-/, '−');

/** One drawing for each kind of fact. @type {Object<string, (facts: Fact[]) => Element>} */
export const FACTS = {
  tiles: run => h('div', { class: 'stats', key: 'tiles' }, run.map(fact => unfolding(fact, 'stat', h('b', {}, signed(fact.value)), h('span', {}, fact.name)))),
  numbers: run => h('ul', { class: 'skills', key: 'numbers' }, run.map(fact => h('li', { key: fact.name },
    unfolding(fact, 'number', h('span', {}, fact.name), h('b', {}, signed(fact.value)))))),
  words: run => h('dl', { class: 'lines', key: 'words' }, run.map(({ type, name, value }) => h('div', { key: name }, h('dt', {}, name ?? type), h('dd', {}, value)))),
};

const unfolding = (fact, classes, ...shown) => fact.sources?.length
  ? h('details', { class: classes, key: fact.name }, h('summary', {}, shown), modifierTable(fact.sources, signed(fact.value)))
  : h('div', { class: classes, key: fact.name }, shown);
