// What a person at the page does: answers, commands, undo, talk. Refusals come back to where the deed was done.
import { Refused, Socket } from '../api.js';
import { byId } from '../dom.js';
import { t } from '../i18n.js';
import { newDraft } from '../parts/question.js';
import { goneOn, held, notify, seatName, table, take, unnotify } from './state.js';

let socket, draw, away = false;

/** @param {() => void} redraw @param {() => void} soon with the next picture @param {(news: object) => void} arrived */
export function connect(redraw, soon, arrived) {
  draw = redraw;
  socket = new Socket(table.id, {
    hello: held,
    frame: frame => {
      const news = take(frame);
      if (away) notify({ key: 'line', words: news.lines ? t('notice.back_with', { n: news.lines }) : t('notice.back') });
      away = false;
      began();
      arrived(news);
      soon();
    },
    state: online => {
      if (!online && table.online) notify({ key: 'line', say: 'notice.lost', bad: true, lasting: true });
      if (!online) away = true;
      table.online = online;
      draw();
    },
    final: code => { notify({ key: 'line', say: `notice.${code}`, bad: true, lasting: true }); table.online = false; draw(); },
  });
}

/** Sends; a refusal becomes a notice unless somebody else takes it. @param {string} is @param {object} [fields] */
export async function send(is, fields) {
  try {
    return await socket.send(is, fields);
  } catch (problem) {
    if (!(problem instanceof Refused)) throw problem;
    notify({ key: is, words: '', bad: true, refusal: problem.refusal });
    draw();
    return null;
  }
}

export const asking = (is, fields) => socket.send(is, fields);

const MOMENT = 200;

/** Counting costs the server more than anything else: only for what stands for a moment. */
const chances = (fields, into, stands) => setTimeout(() => stands() && foresee(fields, into, stands).then(draw, () => {}), MOMENT);

/** First of the thing itself, which is there at once, then with all that may follow from it, if that can be counted. */
async function foresee(fields, into, stands) {
  const first = await asking('chances', { ...fields, itself: true });
  Object.assign(into, { chances: first.chances ?? [], apart: first.more ? 'odds.counting' : '' });
  if (!first.more) return;
  draw();
  const whole = stands() ? await asking('chances', fields) : null;
  const all = whole?.chances ?? [];
  Object.assign(into, all.length >= into.chances.length && all.length ? { chances: all, apart: '' } : { apart: 'odds.itself' });
}

// ------------------------------------------------------------------------------------------------ questions

const CHOSEN = new Set(['choose', 'choose_some', 'number', 'together']);

/** The draft of what is asked now; its chances are fetched once. */
export function draftOf(question) {
  let draft = table.drafts.get(question.id);
  if (!draft) {
    draft = newDraft(question);
    table.drafts.set(question.id, draft);
    if (CHOSEN.has(question.kind)) chances({ id: question.id }, draft, () => table.frame.question?.id === question.id);
  }
  return draft;
}

async function settle(question, draft, is, fields) {
  draft.busy = true;
  draft.refusal = null;
  draw();
  try {
    await asking(is, { id: question.id, ...fields });
    goneOn();
  } catch (problem) {
    draft.refusal = problem.refusal;
    // somebody else's answer stood, and this question is gone: the place to say so is gone too
    if (table.frame.question?.id !== question.id) notify({ key: 'answer', words: '', bad: true, refusal: problem.refusal });
  }
  draft.busy = false;
  draw();
}

export const answer = (question, draft, value) => settle(question, draft, 'answer', { value });
export const standard = (question, draft) => settle(question, draft, 'default', {});

// ------------------------------------------------------------------------------------------------ commands

/** A frame came while a command was being filled in: what was chosen is asked again, for it may not hold any more. */
function began() {
  const { begun, frame } = table;
  if (!begun || begun.busy || frame.question) return;
  const now = frame.commands.find(command => command.name === begun.command.name);
  if (!now || now.refusal) {
    table.begun = null;
    if (frame.commands.length && now?.refusal) notify({ key: 'begun', words: '', bad: true, refusal: now.refusal });
  } else {
    begun.command = now;
    go(begun, false);
  }
}

export function begin(command, advised) {
  table.begun = { command, advised, given: [], next: null, whole: false, chances: [], refusal: null, busy: false };
  go(table.begun, true);
}

function onlyChoice(argument) {
  if (argument?.optional) return argument.values?.length === 0 ? { value: null, label: '' } : null;
  return argument?.values?.length === 1 ? argument.values[0] : null;
}

/** Asks for the next argument; where only one value is possible it is taken. The last to ask goes on. */
async function go(begun, focus) {
  const args = () => Object.fromEntries(begun.given.map(({ argument, value }) => [argument.name, value]));
  const mine = begun.asking = {};
  begun.focus ||= focus;
  try {
    for (;;) {
      const { argument } = await asking('argument', { command: begun.command.name, args: args() });
      if (table.begun !== begun || begun.asking !== mine) return;
      const sole = onlyChoice(argument), taken = sole ?? begun.advised?.(argument);
      begun.next = taken ? null : argument;
      if (!taken) break;
      begun.given.push({ argument, ...taken, sole: sole !== null });
    }
    begun.whole = !begun.next;
    begun.refusal = null;
    if (begun.whole) chances({ command: begun.command.name, args: args() }, begun, () => table.begun === begun && begun.whole && !begun.busy);
  } catch (problem) {
    if (table.begun !== begun || begun.asking !== mine) return;
    if (!begun.given.length || !begun.focus) table.begun = null;
    begun.given.pop();
    begun.refusal = problem.refusal;
  }
  draw();
  if (begun.focus) (byId('command')?.querySelector('.arg :is(button, input)') ?? byId('commit'))?.focus();
  begun.focus = false;
}

export function choose(argument, value, label) {
  const { begun } = table;
  begun.given.push({ argument, value, label });
  begun.next = null;
  go(begun, true);
}

export function back(place) {
  const { begun } = table;
  begun.given.splice(place);
  Object.assign(begun, { advised: null, whole: false, chances: [], next: null });
  // an argument with one value would be taken again at once: it is asked for as it is
  asking('argument', { command: begun.command.name, args: Object.fromEntries(begun.given.map(({ argument, value }) => [argument.name, value])) })
    .then(({ argument }) => { begun.next = argument; draw(); byId('command')?.querySelector('.arg :is(button, input)')?.focus(); }, () => {});
}

export async function commit() {
  const { begun } = table;
  begun.busy = true;
  draw();
  try {
    const { command, given } = begun;
    await asking('do', { command: command.name, args: Object.fromEntries(given.map(({ argument, value }) => [argument.name, value])) });
    if (table.begun === begun) table.begun = null;
    goneOn();
  } catch (problem) {
    begun.refusal = problem.refusal;
  }
  begun.busy = false;
  draw();
}

export function leave() {
  const name = table.begun?.command.name;
  table.begun = null;
  draw();
  byId(`act-${name}`)?.focus();
}

// ------------------------------------------------------------------------------------------------ talk

export async function say() {
  const { saying } = table, { text } = saying;
  if (!text.trim()) return;
  // what is typed while this is on its way is the next line
  saying.text = byId('say').value = '';
  saying.refusal = null;
  try {
    await asking('say', { text });
  } catch (problem) {
    saying.refusal = problem.refusal;
    saying.text = byId('say').value ||= text;
  }
  draw();
}

export function type(text) {
  const { saying } = table;
  saying.text = text;
  if (!saying.refusal) return;
  saying.refusal = null;
  draw();
}

export const reseat = (seat, change) => send('reseat', { seat, ...change });
export const toggleRealDice = () => reseat(table.frame.seat.id, { real_dice: !table.frame.seat.real_dice });

export const undo = () => send('undo').then(done => { if (done) { unnotify('undo'); draw(); } });

export const waitingNames = () => table.frame.waiting_for.map(seatName);
