// The menu of a table: who sits where, dice, machine, the game master's tools, files, language.
import { get, post, postText, remove } from '../api.js';
import { fill, h } from '../dom.js';
import { icon } from '../icons.js';
import { LANGUAGES, language, setLanguage, t } from '../i18n.js';
import { showDialog } from '../parts/dialog.js';
import { refusalBox } from '../parts/rule.js';
import { toggleTheme } from '../wishes.js';
import { reseat, send, toggleRealDice } from './deeds.js';
import { openKeys } from './keys.js';
import { overruling } from './overrule.js';
import { seatName, table } from './state.js';

let place = null, links = {};

export function openMenu() {
  place = h('div', { class: 'menu' });
  links = {};
  drawMenu();
  table.beside = drawMenu;
  showDialog(table.frame.title, place).addEventListener('close', () => { place = table.beside = null; });
}

/** Drawn again with every frame while it is open. */
const drawMenu = () => place && fill(place, mine(), seats(), master(), files(), page());

const may = seat => table.frame.may.reseat.includes(seat);
const button = (words, onclick, more = {}) => h('button', { class: 'btn mini', type: 'button', onclick, key: words, ...more }, words);
const part = (title, ...kids) => h('section', { key: title }, h('h3', { class: 'label' }, title), kids);

function mine() {
  const { seat } = table.frame;
  if (!may(seat.id)) return null;
  return part(t('menu.your_seat', { name: seat.name || seat.id }), h('div', { class: 'strip tight' },
    button(t('menu.real_dice'), toggleRealDice, { 'aria-pressed': String(seat.real_dice) }),
    button(seat.machine ? t('menu.take_back') : t('menu.hand_over'), () => reseat(seat.id, { machine: !seat.machine }))));
}

function seats() {
  const { frame } = table;
  const rules = frame.seat.role === 'gm' || frame.owner;
  return part(t('menu.seats'), h('ul', { class: 'seats' }, frame.seats.map(seat => h('li', { key: seat.id },
    h('span', { class: 'grow' }, h('b', {}, seat.name || seat.id), ' ', h('span', { class: 'small quiet' }, [t(`role.${seat.role}`), seat.machine ? t('menu.machine') : frame.here.includes(seat.id) ? t('menu.here') : t('menu.away'), seat.real_dice && t('menu.real')].filter(Boolean).join(' · '))),
    h('span', { class: 'strip tight' }, seat.id !== frame.seat.id && may(seat.id) && ['gm', 'player'].includes(seat.role) && button(seat.machine ? t('menu.take_back') : t('menu.hand_over'), () => reseat(seat.id, { machine: !seat.machine }), { 'aria-label': `${seat.machine ? t('menu.take_back') : t('menu.hand_over')}: ${seatName(seat.id)}` }),
    rules && seat.id !== frame.seat.id && [button(t('menu.link'), () => newLink(seat.id)), button(t('menu.revoke'), () => revoke(seat.id))]), links[seat.id]))));
}

async function newLink(seat) {
  try {
    const { link } = await post(`/api/tables/${table.id}/links/${seat}`);
    const picture = await postText('/api/qr', { text: link });
    links[seat] = h('div', { class: 'invite' }, h('img', { class: 'qr', alt: t('menu.qr', { name: seatName(seat) }), src: `data:image/svg+xml,${encodeURIComponent(picture)}` }),
      h('code', { class: 'link' }, link), button(t('menu.copy'), () => navigator.clipboard.writeText(link)));
  } catch (problem) {
    links[seat] = refusalBox(problem.refusal);
  }
  drawMenu();
}

const revoke = seat => remove(`/api/tables/${table.id}/links/${seat}`)
  .then(() => { links[seat] = h('p', { class: 'small' }, t('menu.revoked')); }, problem => { links[seat] = refusalBox(problem.refusal); }).then(drawMenu);

function master() {
  const { frame } = table;
  if (frame.seat.role !== 'gm' && !frame.may.overrule) return null;
  const { waiting_for: waiting, may: allowed } = frame;
  return part(t('menu.master'), h('div', { class: 'strip tight' },
    frame.seat.role === 'gm' && !frame.closed && button(frame.paused ? t('menu.go_on') : t('menu.pause'), () => send('pause', { on: !frame.paused }), { 'aria-pressed': String(frame.paused) }),
    allowed.cancel && button(t('asked.cancel'), () => send('cancel')),
    waiting.filter(seat => allowed.default_for.includes(seat)).map(seat => button(t('waiting.default', { name: seatName(seat) }), () => send('default', { id: frame.asked, for: seat }))),
    frame.seat.role === 'gm' && !frame.closed && button(t('menu.close'), () => send('close'))),
  allowed.overrule && overruling(drawMenu));
}

const files = () => part(t('menu.files'), h('div', { class: 'strip tight' },
  h('a', { class: 'btn mini', href: `/t/${table.id}/replay` }, t('bar.history')),
  h('a', { class: 'btn mini', href: `/api/tables/${table.id}/transcript`, download: `${table.frame.title}.txt` }, t('menu.transcript')),
  table.frame.may.file && h('a', { class: 'btn mini', href: `/api/tables/${table.id}/file`, download: '' }, t('menu.file')),
  h('a', { class: 'btn mini', href: '/#import' }, t('menu.upload')),
  h('a', { class: 'btn mini', href: `/t/${table.id}/builder` }, t('menu.builder'))));

const page = () => part(t('menu.page'), h('div', { class: 'strip tight' },
  button(t('keys'), openKeys), h('button', { class: 'btn mini', type: 'button', onclick: toggleTheme }, icon('sun'), t('bar.theme')),
  h('label', { class: 'small' }, t('menu.language'), ' ', h('select', { class: 'input', onchange: event => setLanguage(event.target.value) },
    Object.entries(LANGUAGES).map(([code, name]) => h('option', { value: code, selected: code === language() }, name))))));
