// Talk beside the log: lines, whispers and rolls, and the line to write.
import { h } from '../dom.js';
import { list, t } from '../i18n.js';
import { dice } from './dice.js';
import { refusalBox } from './rule.js';

/** @typedef {{place: number, by: string, kind: string, text: string, to: string[], thrown: object?, came: string}} Said */

/** @param {Said} said @param {(seat: string) => string} nameOf */
export const saidLine = ({ place, by, kind, text, to, thrown, came }, nameOf) => h('li', { class: `said-line ${kind}`, key: place },
  kind === 'me' ? h('i', {}, `${nameOf(by)} ${text}`) : [h('b', {}, nameOf(by)), to.length > 0 && h('span', { class: 'tiny quiet' }, ` ${t('talk.to', { names: list(to.map(nameOf)) })}`), ' ', text],
  thrown && [h('span', { class: 'tiny quiet' }, ` ${thrown.pool}`), dice(thrown.faces, thrown.pool)], came && h('b', {}, `= ${came}`),
  thrown?.typed && h('span', { class: 'meta' }, t('log.typed')));

/** @param {{text: string, refusal: object?}} draft @param {{say: () => void, type: (text: string) => void}} act */
export const talkForm = (draft, act) => h('form', { class: 'talk-form', onsubmit: event => { event.preventDefault(); act.say(); } },
  h('label', { class: 'vh', for: 'say' }, t('talk.label')),
  h('input', { class: 'input', id: 'say', autocomplete: 'off', maxlength: 1000, placeholder: t('talk.hint'), oninput: event => act.type(event.target.value) }),
  h('button', { class: 'btn', type: 'submit' }, t('talk.say')), draft.refusal && refusalBox(draft.refusal));
