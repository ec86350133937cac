// The right side: what happened, what is said, what is noted.
import { get } from '../api.js';
import { fill, h, remember } from '../dom.js';
import { t } from '../i18n.js';
import { entry } from '../parts/entry.js';
import { saidLine, talkForm } from '../parts/talk.js';
import { say, type } from './deeds.js';
import { seatName, table } from './state.js';

const AT_ONCE = 200;
const line = remember(entry), said = remember(saidLine);

/** @param {HTMLElement} column @param {() => void} draw */
export function drawSide(column, draw) {
  const first = table.log[0]?.place ?? 0, names = Object.values(table.panels).map(panel => panel.title);
  fill(column, sides(draw),
    h('section', { class: 'panel flush side-log', key: 'log', 'aria-label': t('log') }, h('header', {}, h('h2', { class: 'tab' }, t('log')), h('span', { class: 'aside' }, t('log.newest'))),
      h('div', { class: 'scroll', tabindex: 0, role: 'log', 'aria-live': table.spoken ? 'polite' : 'off', 'aria-relevant': 'additions', 'aria-label': t('log.happened') },
        h('ol', { class: 'entries', lang: 'en' }, table.log.toReversed().map(one => line(`${one.place} ${one.text}`, one, names))),
        !table.log.length && h('p', { class: 'quiet' }, t('log.nothing')), first > 0 && h('button', { class: 'btn mini', type: 'button', onclick: () => older(first, draw) }, t('log.older', { n: first })))),
    h('section', { class: 'panel flush side-talk', key: 'talk', 'aria-label': t('talk') }, h('header', {}, h('h2', { class: 'tab' }, t('talk'))),
      h('div', { class: 'scroll', tabindex: 0, role: 'log', 'aria-live': table.spoken ? 'polite' : 'off', 'aria-label': t('talk') },
        h('ol', {}, table.talk.toReversed().map(one => said(`${one.place} ${one.text}`, one, seatName)))), talkForm(table.saying, { say, type })),
    notePanel(draw));
}

/** With little room one of the three is shown. */
const sides = draw => h('div', { class: 'sides', role: 'group', 'aria-label': t('sides') }, ['log', 'talk', 'notes'].map(side => h('button', {
  class: 'btn mini', type: 'button', 'aria-pressed': String(document.body.dataset.side === side),
  onclick: () => { document.body.dataset.side = side; if (side in table.unread) table.unread[side] = 0; draw(); },
}, t(side), side === 'talk' && table.unread.talk > 0 && h('span', { class: 'count' }, table.unread.talk))));

async function older(first, draw) {
  table.older = true;
  const { lines } = await get(`/api/tables/${table.id}/log?since=${Math.max(0, first - AT_ONCE)}`);
  table.log = [...lines.filter(one => one.place < (table.log[0]?.place ?? Infinity)), ...table.log];
  draw();
}

// ------------------------------------------------------------------------------------------------ notes

/** Their reading and keeping is fetched with the first look at them. */
const note = deed => import('./notes.js').then(deed);

function notePanel(draw) {
  return h('details', { class: 'panel side-notes', key: 'notes', id: 'notes', ontoggle: () => note(({ readNotes }) => readNotes(draw)) },
    h('summary', {}, h('h2', { class: 'tab' }, t('notes'))), noteField('mine', draw), noteField('shared', draw), h('p', { class: 'tiny quiet', role: 'status' }, table.notes.state));
}

const noteField = (name, draw) => h('div', { class: 'field' }, h('label', { for: `note-${name}` }, t(`notes.${name}`)),
  h('textarea', { id: `note-${name}`, rows: 4, maxlength: 20_000, readonly: !table.notes.read, oninput: event => note(({ keepNote }) => keepNote(name, event.target.value, draw)) }));
