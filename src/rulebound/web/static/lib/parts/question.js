// What is asked of a seat: a fieldset with native controls, the chances of each answer, and one button that says what it will do.
import { h } from '../dom.js';
import { list, t } from '../i18n.js';
import { cardFace, cardName, isCard } from './cards.js';
import { likeliest, odds, ofItself } from './odds.js';
import { modifierTable, refusalBox, ruleLink } from './rule.js';
import { readCard, typedCards, typedDice } from './typed.js';

/** @typedef {{value: string, label: string}} Option
 * @typedef {{id: string, kind: string, prompt: string, options: Option[], least: number, most: number, ordered: boolean, longest: number,
 *   default: any, judged: boolean, pool: string, dice: number[], pile: string, count: number, modifiers: object[]}} Question
 * @typedef {{value: any, faces: string[], refusal: object?, chances: {for: string, outcomes: object[]}[], busy: boolean}} Draft
 * @typedef {{id?: string, title?: string, redraw: () => void, answer: (value: any) => void, standard?: () => void, cancel?: () => void}} Act */

/** What has been chosen so far, before it is sent. @param {Question} question @returns {Draft} */
export const newDraft = question => ({ value: startValue(question), faces: [], refusal: null, chances: [], busy: false });

function startValue({ kind, default: standard, options, least }) {
  if (kind === 'choose_some') return Array.isArray(standard) ? [...standard] : [];
  if (kind === 'number') return Number(standard ?? least ?? 0);
  if (kind === 'text') return '';
  return options?.some(option => option.value === standard) ? standard : null;
}

/** @param {Question} question @param {Draft} draft @param {Act} act */
export function questionForm(question, draft, act) {
  const ready = readAnswer(question, draft);
  const submit = event => {
    event.preventDefault();
    if (!draft.busy && ready !== null) act.answer(ready);
  };
  return h('form', { class: act.id ? 'ask' : 'ask on-now', id: act.id ?? 'asked', key: `ask ${question.id}`, 'aria-label': t('asked.of_you'), onsubmit: submit },
    h('div', { class: 'head' }, h('span', { class: 'tab' }, act.title ?? t(question.judged ? 'asked.judge' : 'asked.of_you')), h('span', { class: 'tiny quiet' }, hint(question))),
    h('fieldset', { lang: null }, h('legend', {}, question.prompt), question.pool && h('p', { class: 'ctx' }, question.pool),
      question.modifiers?.length > 0 && h('div', { class: 'ctx' }, modifierTable(question.modifiers)), FORMS[question.kind](question, draft, act)),
    draft.chances.length > 0 && draft.apart && h('div', { class: 'pad', key: 'apart' }, ofItself(draft)),
    draft.refusal && h('div', { class: 'pad', key: 'no' }, refusalBox(draft.refusal, { id: `no ${question.id}` })),
    h('div', { class: 'foot', key: 'foot' },
      h('button', { class: 'btn go', type: 'submit', 'aria-disabled': ready === null || draft.busy ? 'true' : null }, h('span', {}, says(question, draft, ready)), ' ', !act.id && h('kbd', { 'aria-hidden': 'true' }, 'Enter')),
      standardButton(question, act), act.cancel && h('button', { class: 'btn plain', type: 'button', onclick: act.cancel }, t('asked.cancel'))));
}

const hint = ({ kind, least, most, ordered, options, longest, count }) => ({
  choose_some: [least === most ? t('asked.exactly', { n: most }) : t('asked.some', { least, most: Math.min(most, options?.length ?? most) }), ordered && t('asked.ordered')].filter(Boolean).join(' · '),
  number: t('asked.number', { least, most }), text: t('asked.text', { n: longest }), together: t('asked.secret'),
  roll: t('asked.real_dice'), draw: t('asked.real_cards', { n: count }), shuffle: t('asked.real_shuffle'),
})[kind] ?? '';

/** The default of a judgement is the rule's own; dice and cards can be left to the table. */
function standardButton({ kind, judged, default: standard, options }, act) {
  const chance = CHANCE.has(kind);
  if (!act.standard || !judged && !chance) return null;
  const named = options?.find(option => option.value === standard)?.label ?? standard;
  const words = chance ? t('asked.table_throws') : named ? t('asked.default_is', { answer: named }) : t('asked.default');
  return h('button', { class: 'btn', type: 'button', onclick: act.standard }, words);
}

const CHANCE = new Set(['roll', 'draw', 'shuffle']);

/** The answer as it would be sent, or null while it is not whole. */
function readAnswer({ kind, dice, count, least, most, pile }, { value, faces }) {
  const typed = faces.filter(Boolean);
  switch (kind) {
    case 'choose_some': return value.length >= least && value.length <= most ? value : null;
    case 'number': return Number.isInteger(value) && value >= least && value <= most ? value : null;
    case 'text': return value.trim() ? value : null;
    case 'roll': return typed.length >= Math.max(1, dice.length) ? typed.map(Number) : null;
    case 'draw': return typed.length >= count ? typed : null;
    case 'shuffle': return typed.length ? typed : null;
    default: return value;
  }
}

function says({ kind, options }, { value, faces }, ready) {
  const label = wanted => isCard(wanted) ? cardName(wanted) : options.find(option => option.value === wanted)?.label ?? wanted;
  if (ready === null) return t(`asked.go.${kind}`);
  switch (kind) {
    case 'choose_some': return ready.length ? list(ready.map(label)) : t('asked.none');
    case 'number': return t('asked.answer', { answer: ready });
    case 'text': return t('asked.go.text');
    case 'roll': case 'draw': return t('asked.typed', { answer: faces.filter(Boolean).join(' ') });
    case 'shuffle': return t('asked.go.shuffle');
    default: return label(value);
  }
}

/** As the button says; with Shift it is a new line. */
function submitByEnter(event) {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  event.target.form.requestSubmit();
}

const FORMS = {
  choose: options, together: options, choose_some: options,
  number(question, draft, act) {
    const set = value => { draft.value = Math.min(question.most, Math.max(question.least, value)); act.redraw(); };
    const step = by => event => { const input = event.target.closest('.ctl').querySelector('input'); set(draft.value + by); input.value = draft.value; };
    return h('div', { class: 'pad' }, h('div', { class: 'ctl' },
      h('button', { class: 'btn', type: 'button', 'aria-label': t('number.less'), onclick: step(-1) }, '−'),
      h('input', { class: 'input', type: 'number', min: question.least, max: question.most, value: draft.value, 'aria-label': question.prompt,
        onfocus: event => event.target.select(), oninput: event => { draft.value = event.target.valueAsNumber; act.redraw(); } }),
      h('button', { class: 'btn', type: 'button', 'aria-label': t('number.more'), onclick: step(1) }, '+')),
    chancesOf(draft, String(draft.value)));
  },
  text: (question, draft, act) => h('div', { class: 'pad' },
    h('textarea', { class: 'input', rows: 2, maxlength: question.longest, 'aria-label': question.prompt, value: draft.value, onkeydown: submitByEnter, oninput: event => { draft.value = event.target.value; act.redraw(); } })),
  roll: (question, draft, act) => h('div', { class: 'pad' }, typedDice(question.dice, draft.faces, act.redraw),
    h('button', { class: 'btn mini plain', type: 'button', onclick: () => { while (draft.faces.length < question.dice.length) draft.faces.push(''); draft.faces.push(''); act.redraw(); } }, t('typed.one_more'))),
  draw: (question, draft, act) => h('div', { class: 'pad' }, typedCards(question.count, draft.faces, act.redraw), h('p', { class: 'tiny quiet' }, t('typed.cards_hint'))),
  shuffle: (question, draft, act) => h('div', { class: 'pad' },
    h('textarea', { class: 'input', rows: 3, 'aria-label': question.prompt, oninput: event => { draft.faces = event.target.value.split(/[\s,]+/).filter(Boolean).map(readCard); act.redraw(); } }),
    h('p', { class: 'tiny quiet' }, t('typed.cards_hint'))),
};

function options(question, draft, act) {
  const hand = question.options.filter(option => isCard(option.value)), rest = question.options.filter(option => !isCard(option.value));
  const columns = rest.length === 3 && rest.every(option => option.label.length < 24) ? ' three' : rest.length > 1 ? ' two' : '';
  return [
    hand.length > 0 && h('div', { class: 'hand' }, hand.map(option => cardOption(question, option, draft, act))),
    rest.length > 0 && h('div', { class: `opts${columns}` }, rest.map(option => option_(question, option, draft, act))),
  ];
}

function picking(question, option, draft, act) {
  const several = question.kind === 'choose_some';
  const chosen = several ? draft.value.includes(option.value) : draft.value === option.value;
  return {
    type: several ? 'checkbox' : 'radio', name: question.id, checked: chosen,
    onchange: event => {
      if (!several) draft.value = option.value;
      else draft.value = event.target.checked ? [...draft.value, option.value] : draft.value.filter(value => value !== option.value);
      act.redraw();
    },
  };
}

const order = (question, option, draft) => question.ordered && draft.value.includes(option.value) && h('span', { class: 'nth' }, draft.value.indexOf(option.value) + 1);

function option_(question, option, draft, act) {
  const outcomes = outcomesFor(draft, option.value);
  return h('label', { class: 'opt', key: `option ${option.value}` }, h('input', picking(question, option, draft, act)),
    h('span', { class: 'name' }, option.label, order(question, option, draft)), outcomes.length > 0 && likeliest(outcomes), option.rule && h('span', { class: 'more' }, ruleLink(option.rule)),
    outcomes.length > 1 && h('span', { class: 'more' }, odds(outcomes)));
}

const cardOption = (question, option, draft, act) => h('label', { class: 'pick', key: `option ${option.value}` },
  h('input', { ...picking(question, option, draft, act), 'aria-label': cardName(option.value) }), cardFace(option.value), order(question, option, draft),
  h('span', { class: 'tiny' }, likeliest(outcomesFor(draft, option.value))));

/** Where whatever one answers is sure to come to the same, chances tell nothing. */
const telling = ({ chances }) => chances.some(({ outcomes }) => outcomes.length > 1 || outcomes[0]?.says !== chances[0].outcomes[0]?.says);

const outcomesFor = (draft, value) => telling(draft) && draft.chances.find(chance => chance.for === value)?.outcomes || [];

const chancesOf = (draft, value) => outcomesFor(draft, value).length > 0 && h('div', { class: 'more' }, odds(outcomesFor(draft, value)));
