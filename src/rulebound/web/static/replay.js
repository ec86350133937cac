// History: the table as it was after any turn, to scroll through or to play like a film.
import { get } from './lib/api.js';
import { byId, h, s } from './lib/dom.js';
import { t } from './lib/i18n.js';
import { bar, begin, button, failed, panel, show, toTable } from './lib/pages/frame.js';
import { changes } from './lib/pages/changes.js';
import { showDialog } from './lib/parts/dialog.js';
import { entry } from './lib/parts/entry.js';
import { briefPanel, openPanel } from './lib/parts/panel.js';
import { always } from './lib/parts/tokens.js';
import { wish } from './lib/wishes.js';

const KEPT = 200, AROUND = 400;
const SPEEDS = [0.5, 1, 2, 4, 8, 16, 64];
const KEYS = [['← →', 'step'], ['[ ]', 'scene'], ['Home End', 'ends'], ['Space', 'play'], ['H', 'back'], ['?', 'help']];
const id = decodeURIComponent(location.pathname.split('/')[2]);
const replay = { turns: [], at: 0, frames: new Map(), speed: 1, playing: 0, live: null };

const frameAt = async turn => {
  if (!replay.frames.has(turn)) replay.frames.set(turn, await get(`/api/tables/${id}/history/${turn}`));
  if (replay.frames.size > KEPT) replay.frames.delete(replay.frames.keys().next().value);
  return replay.frames.get(turn);
};

/** The last step that was asked for wins: answers may come back in any order. */
async function goto(turn) {
  replay.at = Math.max(0, Math.min(replay.turns.length, turn));
  const wanted = replay.at;
  const [before, now] = await Promise.all([frameAt(Math.max(0, wanted - 1)), frameAt(wanted)]);
  if (wanted === replay.at) draw(before, now);
}

function draw(before, now) {
  document.body.className = `game-${now.game}`;
  show(now.title, bar(now.title, t('replay.about', { n: replay.turns.length }), button('?', openKeys, { class: 'btn plain wide', 'aria-label': t('keys') }), toTable(id)),
    h('main', { class: 'page' }, timeline(now), h('div', { class: 'split', key: 'split' }, transcript(), h('div', { class: 'col' }, happened(before, now), changes(before, now), sheets(now), files()))));
  const scrub = byId('scrub'), typed = byId('turn');
  scrub.value = typed.value = replay.at;
  byId('spoken').textContent = `${t('replay.turn', { at: replay.at, of: replay.turns.length })}. ${replay.turns[replay.at - 1]?.says ?? ''}`;
  const line = document.querySelector('.trans [aria-current]'), list = line?.closest('.scroll');
  if (list) list.scrollTop = line.offsetTop - list.clientHeight / 2;
}

// ------------------------------------------------------------------------------------------------ the timeline

const timeline = now => panel(t('replay.timeline'), `${t('replay.turn', { at: replay.at, of: replay.turns.length })} · ${now.status}`,
  h('div', { class: 'scrub' }, marks(), h('label', { class: 'vh', for: 'scrub' }, t('replay.scrub')),
    h('input', { id: 'scrub', type: 'range', min: 0, max: replay.turns.length, oninput: event => { stop(); goto(event.target.valueAsNumber); } })),
  h('div', { class: 'strip tight' },
    button('«', () => jump(-1), { 'aria-label': t('replay.scene_before') }), button('‹', () => step(-1), { 'aria-label': t('replay.before') }),
    button(replay.playing ? t('replay.pause') : t('replay.play'), play, { class: 'btn go', id: 'play', 'aria-pressed': String(Boolean(replay.playing)) }),
    button('›', () => step(1), { 'aria-label': t('replay.after') }), button('»', () => jump(1), { 'aria-label': t('replay.scene_after') }),
    h('label', { class: 'small' }, t('replay.speed'), ' ', h('select', { class: 'input', onchange: event => { replay.speed = Number(event.target.value); if (replay.playing) { stop(); play(); } } },
      SPEEDS.map(speed => h('option', { value: speed, selected: speed === 1 }, t('replay.a_second', { n: speed }))))),
    h('label', { class: 'small' }, t('replay.jump'), ' ', h('input', { class: 'input short', id: 'turn', type: 'number', min: 0, max: replay.turns.length, onchange: event => { stop(); goto(event.target.valueAsNumber || 0); } }))),
  h('p', { class: 'vh', role: 'status', id: 'spoken', keep: true }));

/** Where scenes begin and end, and what happened unseen. */
const marks = () => s('svg', { class: 'tl', 'aria-hidden': 'true' }, replay.turns.map(({ turn, scene, says }) => s('rect',
  { class: scene ? 'begins' : 'ev', x: `${turn / replay.turns.length * 99}%`, width: scene ? 4 : 2, y: scene ? '0%' : says ? '40%' : '80%', height: scene ? '100%' : says ? '60%' : '20%' })));

const step = by => { stop(); goto(replay.at + by); };

function jump(by) {
  stop();
  const scenes = [0, ...replay.turns.filter(({ scene }) => scene).map(({ turn }) => turn), replay.turns.length];
  goto((by > 0 ? scenes.find(turn => turn > replay.at) : scenes.findLast(turn => turn < replay.at)) ?? replay.at);
}

function stop() {
  clearTimeout(replay.playing);
  replay.playing = 0;
}

function play() {
  if (replay.playing) { stop(); return goto(replay.at); }
  if (replay.at >= replay.turns.length) replay.at = 0;
  const next = async () => {
    await goto(replay.at + 1);
    if (!replay.playing) return;
    replay.playing = replay.at < replay.turns.length ? setTimeout(next, 1000 / replay.speed) : 0;
    if (!replay.playing) goto(replay.at);
  };
  replay.playing = setTimeout(next, 1000 / replay.speed);
  return goto(replay.at);
}

// ------------------------------------------------------------------------------------------------ what there was

const transcript = () => panel(t('replay.transcript'), t('replay.seen'), h('div', { class: 'scroll tall', tabindex: 0, role: 'group', 'aria-label': t('replay.transcript') },
  h('ol', { class: 'trans' }, replay.turns.slice(Math.max(0, replay.at - AROUND), replay.at + AROUND).map(({ turn, says, scene }) => h('li', { key: turn, class: [scene && 'scene', turn > replay.at && 'future'].filter(Boolean).join(' '), 'aria-current': turn === replay.at ? 'true' : null },
    h('button', { class: 'n', type: 'button', 'aria-label': t('replay.to', { turn }), onclick: () => { stop(); goto(turn); } }, turn), h('span', { lang: 'en' }, says || t('replay.unseen')))))));

/** The lines of this turn: what the log has now and had not before. */
function happened(before, now) {
  const last = before.log.lines.at(-1)?.place ?? -1;
  const lines = before === now ? [] : now.log.lines.filter(({ place }) => place > last);
  const names = now.order.map(panel => now.panels[panel].title);
  return panel(t('replay.happened', { turn: replay.at }), null, h('ol', { class: 'entries', lang: 'en', key: `turn ${replay.at}` }, lines.map(line => entry(line, names))), !lines.length && h('p', { class: 'small quiet' }, t(replay.at ? 'replay.unseen' : 'replay.start')));
}

function sheets(now) {
  const around = { mine: new Set(now.order.filter(panel => now.panels[panel].mine)), gauges: new Set(now.always.map(({ name }) => name)) };
  const all = now.order.map(panel => now.panels[panel]), drawn = all.filter(panel => panel.items.some(({ type }) => type === 'map' || type === 'cards'));
  return [now.always.length > 0 && h('ul', { class: 'pools', 'aria-label': t('bar.pools'), key: 'pools' }, now.always.map(always)), drawn.map(panel => openPanel(panel, around)),
    panel(t('replay.sheets'), null, h('ul', { class: 'party' }, all.filter(panel => !drawn.includes(panel)).map(panel => briefPanel(panel, around))))];
}

const files = () => panel(t('menu.files'), null, h('div', { class: 'strip tight' },
  h('a', { class: 'btn', href: `/api/tables/${id}/transcript`, download: `${replay.live.title}.txt` }, t('menu.transcript')),
  replay.live.may.file && h('a', { class: 'btn', href: `/api/tables/${id}/file`, download: '' }, t('menu.file'))));

// ------------------------------------------------------------------------------------------------ keys

const openKeys = () => showDialog(t('keys'), h('table', { class: 'fig' }, h('tbody', {}, KEYS.map(([key, name]) => h('tr', {}, h('th', { scope: 'row' }, h('kbd', {}, key)), h('td', {}, t(`replay.key.${name}`)))))));

const DEEDS = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), '[': () => jump(-1), ']': () => jump(1), Home: () => { stop(); goto(0); }, End: () => { stop(); goto(replay.turns.length); }, ' ': play, h: () => location.assign(`/t/${id}`), '?': openKeys };

addEventListener('keydown', event => {
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]') || event.target.matches('select, input:not([type=range])')) return;
  if (event.key === ' ' && event.target.matches('button, a, summary')) return;
  const letter = /^[a-z]$/i.test(event.key);
  const deed = letter && wish('letters', 'on') === 'off' ? null : DEEDS[letter ? event.key.toLowerCase() : event.key];
  if (!deed) return;
  event.preventDefault();
  deed();
});

await begin();
try {
  const [{ turns }, live] = await Promise.all([get(`/api/tables/${id}/history`), get(`/api/tables/${id}`)]);
  Object.assign(replay, { turns, live });
  await goto(Number(location.hash.slice(1)) || turns.length);
} catch (problem) {
  failed(t('replay.timeline'), problem);
}
