// Rule ids, everywhere the same: they open the rule's reference. Refusals carry them too.
import { h, prose } from '../dom.js';
import { icon } from '../icons.js';
import { t } from '../i18n.js';

/** A rule's id as a link to its reference; dots may break. @param {string} id */
export const ruleLink = id => h('a', { class: 'rule-id', href: `#rule/${id}`, onclick: event => { event.preventDefault(); import('./reference.js').then(({ openRule }) => openRule(id)); } }, breakable(id));

export const breakable = id => id.split('.').flatMap((part, place, parts) => place < parts.length - 1 ? [`${part}.`, h('wbr')] : [part]);

const sentence = text => text.charAt(0).toUpperCase() + text.slice(1);

/** What was refused, why, and what would be allowed. @param {import('../api.js').Refusal} refusal @param {object} [attributes] */
export const refusalBox = (refusal, attributes = {}) => h('div', { class: 'refusal', role: 'alert', ...attributes }, icon('stop'),
  h('span', {}, h('b', {}, prose(sentence(refusal.reason === 'offline' ? t('offline') : refusal.reason))), ' ', refusal.instead && prose(`${refusal.instead} `),
    refusal.rule && ruleLink(refusal.rule)));

/** Modifiers with their rules, and the sum. @param {{name: string, amount: number, rule: string}[]} modifiers @param {string} [sum] */
export const modifierTable = (modifiers, sum) => h('table', { class: 'mods' }, h('tbody', {},
  modifiers.map(({ name, amount, rule }, place) => h('tr', {},
    h('th', { scope: 'row' }, name, rule && [h('br'), ruleLink(rule)]), h('td', { class: 'v' }, place ? signed(amount) : String(amount).replace('-', '−')))),
  sum && h('tr', { class: 'sum' }, h('th', { scope: 'row' }, t('sum')), h('td', { class: 'v' }, sum))));

const signed = amount => typeof amount !== 'number' ? amount : amount < 0 ? `−${-amount}` : `+${amount}`;
