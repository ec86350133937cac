// Facts: short numbers as tiles, other numbers as a list, words as lines. A number with sources unfolds into them.
import { h } from '../dom.js';
import { modifierTable } from './rule.js';

/** @typedef {{name: string, value: number | string, sources: {name: string, amount: number, rule: string}[]}} Fact */

const TILE = /^[A-Z][A-Z0-9 ]{0,7}$/;

/** @param {Fact} fact */
const kindOf = ({ name, value }) => typeof value !== 'number' ? 'words' : TILE.test(name) ? 'tiles' : 'numbers';

/** Draws neighbours of one kind as one block. @param {Fact[]} facts */
export function facts(facts) {
  const runs = [];
  for (const fact of facts) {
    if (fact.value === '') continue;
    const kind = kindOf(fact);
    if (runs.at(-1)?.kind === kind) runs.at(-1).facts.push(fact);
    else runs.push({ kind, facts: [fact] });
  }
  return runs.map(({ kind, facts: run }) => BLOCKS[kind](run));
}

const signed = value => String(value).replace(/^-/, '−');

const BLOCKS = {
  tiles: run => h('div', { class: 'stats' }, run.map(fact => unfolding(fact, 'stat', h('b', {}, signed(fact.value)), h('span', {}, fact.name)))),
  numbers: run => h('ul', { class: 'skills' }, run.map(fact => h('li', { key: fact.name },
    unfolding(fact, 'number', h('span', {}, fact.name), h('b', {}, signed(fact.value)))))),
  words: run => h('dl', { class: 'lines' }, run.map(({ name, value }) => h('div', { key: name }, h('dt', {}, name), h('dd', {}, value)))),
};

const unfolding = (fact, classes, ...shown) => fact.sources.length
  ? h('details', { class: classes, key: fact.name }, h('summary', {}, shown), modifierTable(fact.sources, signed(fact.value)))
  : h('div', { class: classes, key: fact.name }, shown);
