// Notes: read once they are looked at, and kept a moment after the last letter.
import { get, put } from '../api.js';
import { byId } from '../dom.js';
import { t } from '../i18n.js';
import { table } from './state.js';

const PAUSE = 600;
const { notes } = table;

const failed = problem => { notes.state = problem.message === 'offline' ? t('offline') : problem.message; };

/** Nothing can be written before what is there has been read, or it would be lost. @param {() => void} draw */
export async function readNotes(draw) {
  if (notes.read) return;
  try {
    const { mine, shared } = await get(`/api/tables/${table.id}/notes`);
    Object.assign(notes, { mine, shared, was: shared, read: true, state: '' });
    for (const name of ['mine', 'shared']) byId(`note-${name}`).value = notes[name];
  } catch (problem) {
    failed(problem);
  }
  draw();
}

const waiting = {};
/** @param {'mine' | 'shared'} name @param {string} text @param {() => void} draw */
export function keepNote(name, text, draw) {
  notes[name] = text;
  clearTimeout(waiting[name]);
  waiting[name] = setTimeout(() => putNote(name).then(() => { notes.state = t('notes.kept'); }, failed).then(draw), PAUSE);
}

async function putNote(name) {
  const text = notes[name];
  const { shared: kept } = await put(`/api/tables/${table.id}/notes`, name === 'shared' ? { shared: text, was: notes.was } : { mine: text });
  if (name !== 'shared') return;
  const was = notes.was;
  notes.was = kept;
  if (kept === text) return;
  // somebody else has written meanwhile, and both stay: what was added here goes behind it
  const added = text.startsWith(was) ? text.slice(was.length) : `\n${text}`;
  byId('note-shared').value = notes.shared = kept + added;
  await putNote(name);
}
