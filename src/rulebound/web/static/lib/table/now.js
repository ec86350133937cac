// The middle of the table: what is asked, what one may do, and the scene.
import { fill, h, remember } from '../dom.js';
import { list, t } from '../i18n.js';
import { actionList, commandForm } from '../parts/command.js';
import { entry } from '../parts/entry.js';
import { noticeBox } from '../parts/notice.js';
import { questionForm } from '../parts/question.js';
import { answer, back, begin, choose, commit, draftOf, leave, send, standard, waitingNames } from './deeds.js';
import { scenePanels } from './sheets.js';
import { seatName, table, unnotify } from './state.js';

const RECENT = 4, line = remember(entry);

/** @param {HTMLElement} column @param {() => void} draw */
export function drawNow(column, draw) {
  const { frame: { question }, begun } = table, busy = question || begun;
  fill(column, asked(draw), begun && !question && commandForm(begun, { choose, back, commit, leave }), !question && waiting(),
    (question || !begun) && lately(), !busy && actions(draw), scenePanels());
}

/** @param {HTMLElement} place @param {() => void} draw */
export const drawNotices = (place, draw) => fill(place, standing(), table.notices.map(notice => noticeBox(notice, () => { unnotify(notice.key); draw(); })));

/** What holds as long as it holds: ended, paused, played by a machine. */
function standing() {
  const { frame } = table;
  const words = frame.ending ? t('notice.ended', { ending: frame.ending }) : frame.closed ? t('notice.closed') : frame.paused ? t('notice.paused') : frame.seat.machine ? t('notice.machine') : '';
  return words && noticeBox({ key: 'standing', words, lasting: true });
}

function asked(draw) {
  const { question, may } = table.frame;
  if (!question) return null;
  const draft = draftOf(question);
  return questionForm(question, draft, {
    redraw: draw, answer: value => answer(question, draft, value), standard: () => standard(question, draft), cancel: may.cancel ? () => send('cancel') : null,
  });
}

function waiting() {
  const { frame } = table;
  if (!frame.waiting_for.length || frame.ending) return null;
  return h('section', { class: 'panel on-now', key: 'waiting', 'aria-label': t('waiting') },
    h('header', {}, h('h2', { class: 'tab' }, t('waiting'))), h('p', { class: 'voice' }, t('waiting.for', { names: list(waitingNames()) })),
    h('div', { class: 'foot flat' }, frame.may.default_for.map(seat => h('button', { class: 'btn mini', type: 'button', key: seat, onclick: () => send('default', { id: frame.asked, for: seat }) },
      t('waiting.default', { name: seatName(seat) }))), frame.may.cancel && h('button', { class: 'btn mini', type: 'button', onclick: () => send('cancel') }, t('asked.cancel'))));
}

/** On a phone the log is a page of its own: the end of it stands here too. */
function lately() {
  const names = Object.values(table.panels).map(panel => panel.title);
  return table.log.length > 0 && h('section', { class: 'panel flush on-now just-now', key: 'lately', 'aria-label': t('stage.last') }, h('header', {}, h('h2', { class: 'tab' }, t('stage.last'))),
    h('ol', { class: 'entries', lang: 'en' }, table.log.slice(-RECENT).reverse().map(one => line(`${one.place} ${one.text}`, one, names))));
}

function actions(draw) {
  const { commands, seat, ending, to_act } = table.frame, turn = ending ? null : to_act;
  if (!commands.length) return null;
  const yours = turn === seat.id;
  return h('section', { class: 'panel on-now', key: 'actions', id: 'actions', 'aria-label': t('actions') },
    h('header', {}, h('h2', { class: 'tab' }, yours ? t('actions.your_turn') : t('actions')), h('span', { class: 'aside' }, turn && !yours && t('actions.turn_of', { name: seatName(turn) }),
      yours && h('button', { class: 'btn mini', type: 'button', id: 'suggest', onclick: () => import('./suggest.js').then(({ suggest }) => suggest(draw)) }, t('actions.suggest')))),
    actionList(commands, table, { begin, find: text => { table.find = text; draw(); }, unfold: open => { table.unfolded = open; draw(); } }));
}
