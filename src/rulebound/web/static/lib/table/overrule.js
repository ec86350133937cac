// Overruling: the answers of the last turn, each with what was asked, and another answer for one of them.
import { get } from '../api.js';
import { byId, h } from '../dom.js';
import { list, t } from '../i18n.js';
import { newDraft, questionForm } from '../parts/question.js';
import { asking } from './deeds.js';
import { seatName, table } from './state.js';

/** @typedef {{answer: number, seat: string, question: import('../parts/question.js').Question, value: any}} Given */

const DRAWN = new Set(['roll', 'draw', 'shuffle']);

/** What the server said of the turn as it was then, and the answer that is being changed. */
const last = { n: -1, /** @type {Given[]} */ answers: [], changing: -1, draft: null };

/** @param {() => void} redraw */
export function overruling(redraw) {
  if (last.n !== table.frame.n) read(redraw);
  return h('div', { class: 'overrule', key: 'overrule' }, h('h4', { class: 'small' }, t('menu.overrule')),
    last.answers.length ? h('ul', { class: 'seats' }, last.answers.map(given => line(given, redraw))) : h('p', { class: 'small quiet' }, t('menu.overrule_none')));
}

async function read(redraw) {
  const n = table.frame.n;
  Object.assign(last, { n, changing: -1, draft: null });
  const { answers } = await get(`/api/tables/${table.id}/answers`);
  if (last.n === n) last.answers = answers;
  redraw();
}

const words = ({ question, value }) => {
  const label = one => question.options.find(option => option.value === String(one))?.label ?? String(one);
  if (!Array.isArray(value)) return label(value);
  return question.options.length ? list(value.map(label)) : value.join(' ');
};

function line(given, redraw) {
  const { answer, seat, question } = given;
  const change = () => { Object.assign(last, { changing: last.changing === answer ? -1 : answer, draft: draftOf(given) }); redraw(); toForm(); };
  return h('li', { key: answer }, h('span', { class: 'grow' }, h('b', {}, seatName(seat)), ' ', question.prompt, ' ', h('b', {}, words(given) || t('menu.overrule_default'))),
    h('button', { class: 'btn mini', type: 'button', onclick: change, 'aria-expanded': String(last.changing === answer), 'aria-label': `${t('menu.overrule_do')}: ${question.prompt}` }, t('menu.overrule_do')),
    last.changing === answer && questionForm({ ...question, id: `overrule-${answer}` }, last.draft, { id: 'overruled', title: t('menu.overrule_do'), redraw, answer: value => instead(answer, value, redraw) }));
}

/** The form may have opened out of sight. */
function toForm() {
  const form = byId('overruled');
  form?.querySelector('.foot').scrollIntoView({ block: 'nearest' });
  form?.querySelector('input, textarea')?.focus({ preventScroll: true });
}

/** Begins with what was answered. @param {Given} given */
const draftOf = ({ question, value }) => Object.assign(newDraft(question), DRAWN.has(question.kind) ? { faces: value.map(String) } : { value });

/** What does not fit is said beside what was chosen: a notice would be behind the dialog. */
const instead = (answer, value, redraw) => asking('overrule', { answer, value }).then(() => { last.n = -1; }, problem => { last.draft.refusal = problem.refusal; }).then(redraw);
