// A line of the log: the sentence is the voice, the unfolding is the ledger.
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { dice } from './dice.js';
import { modifierTable, ruleLink } from './rule.js';

/** @typedef {{pool: string, faces: string, modifiers: {name: string, amount: number, rule: string}[], typed: boolean}} Thrown
 * @typedef {{place: number, text: string, kind: string, rules: string[], thrown: Thrown?}} Line */

/** Who it is about stands out. @param {string} text @param {string[]} names */
function told(text, names) {
  const who = names.find(name => text.startsWith(name)) ?? '';
  return [who && h('b', {}, who), text.slice(who.length).replace(' -> ', ' → ')];
}

/** @param {Line} line @param {string[]} names of people and things at the table */
export function entry(line, names) {
  const says = h('span', { class: 'says' }, told(line.text, names), line.thrown?.typed && h('span', { class: 'meta' }, t('log.typed')));
  if (!line.thrown && !line.rules.length) return h('li', { key: `${line.place} ${line.text}` }, h('div', { class: 'entry line' }, says));
  const unfolding = h('div', { class: 'unfold', keep: true });
  // most lines are never unfolded: their insides are drawn when they are
  const draw = event => event.target.open && !unfolding.firstChild && unfolding.append(...inside(line));
  return h('li', { key: `${line.place} ${line.text}` }, h('details', { class: 'entry', ontoggle: draw },
    h('summary', {}, says, h('span', { class: 'why' }, t('why'))), unfolding));
}

const inside = ({ thrown, rules }) => [
  thrown && h('div', {}, h('h3', {}, thrown.pool), dice(thrown.faces, thrown.pool)),
  thrown?.modifiers.length && h('div', {}, h('h3', {}, t('log.modifiers')), modifierTable(thrown.modifiers)),
  rules.length && h('div', {}, h('h3', {}, t('log.rules')), h('ul', {}, rules.map(rule => h('li', {}, ruleLink(rule))))),
].filter(Boolean);

/** Dice of a line, for the shared screen and for rolls from the talk. @param {Thrown?} thrown */
export const thrownDice = thrown => thrown && dice(thrown.faces, thrown.pool);
