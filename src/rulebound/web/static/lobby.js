// The lobby: the tables one sits at, making another, taking in a file.
import { get, post } from './lib/api.js';
import { byId, fill, h } from './lib/dom.js';
import { icon } from './lib/icons.js';
import { t } from './lib/i18n.js';
import { bar, begin, button, failed, panel, show } from './lib/pages/frame.js';
import { invitations } from './lib/pages/invite.js';
import { WAYS, newSeat, seatRows, seatsFor, settle } from './lib/pages/seats.js';
import { changedIn, variantRows } from './lib/pages/variants.js';
import { refusalBox } from './lib/parts/rule.js';

const lobby = { games: [], tables: [], game: null, scene: null, way: 'alone', seats: [], title: '', screen: false, variants: {}, made: null, refusal: null, busy: false, file: null };

function draw() {
  show(t('lobby.title'), bar('Rulebound', t('lobby.about'), h('a', { class: 'btn plain wide', href: '/api/docs' }, t('api.link'))), h('main', { class: 'page' },
    lobby.made ? invitations(lobby.made) : [yours(), making(), bringing()]));
  if (!lobby.made) settle(lobby.seats);
}

// ------------------------------------------------------------------------------------------------ tables one sits at

const yours = () => lobby.tables.length > 0 && panel(t('lobby.yours'), String(lobby.tables.length), h('ul', { class: 'tables' }, lobby.tables.map(sittingAt)));

function sittingAt({ table, title, game, role, called, asked, turns, ending, problem }) {
  const about = [lobby.games.find(({ id }) => id === game)?.title ?? game, called || role && t(`role.${role}`), t('lobby.turns', { n: turns })];
  return h('li', { class: `game-${game}`, key: table }, icon(game, 'glyph'),
    h('div', { class: 'grow' }, h('b', { class: 'name' }, title), h('p', { class: 'small quiet' }, about.filter(Boolean).join(' · ')),
      problem && h('p', { class: 'small bad' }, problem), ending && h('p', { class: 'small' }, ending)),
    (problem || ending || asked) && h('span', { class: `chip${problem ? ' bad' : asked ? ' on' : ''}` }, t(problem ? 'lobby.problem' : ending ? 'lobby.ended' : 'lobby.asked')),
    !problem && h('a', { class: 'btn', href: `/t/${table}`, 'aria-label': `${t('lobby.sit')}: ${title}` }, t('lobby.sit')));
}

// ------------------------------------------------------------------------------------------------ making a table

const making = () => panel(t('lobby.make'), null, h('form', { class: 'form', onsubmit: event => { event.preventDefault(); make(); } },
  h('fieldset', {}, h('legend', { class: 'label' }, t('lobby.game')), h('div', { class: 'games' }, lobby.games.map(gameCard))),
  h('div', { class: 'duo' },
    h('div', { class: 'field' }, h('label', { for: 'scene' }, t('lobby.scene')),
      h('select', { id: 'scene', key: `scene ${lobby.game.id}`, onchange: event => pick(lobby.game, lobby.game.scenes[event.target.selectedIndex]) },
        lobby.game.scenes.map(scene => h('option', { value: scene.id, selected: scene === lobby.scene }, scene.id ? scene.title : t('lobby.blank')))),
      h('p', { class: 'hint', lang: 'en' }, lobby.scene.about)),
    h('div', { class: 'field' }, h('label', { for: 'title' }, t('lobby.name')),
      h('input', { id: 'title', maxlength: 80, autocomplete: 'off', placeholder: lobby.scene.title, oninput: event => { lobby.title = event.target.value; } }))),
  h('fieldset', {}, h('legend', { class: 'label' }, t('lobby.who')), h('div', { class: 'segs three' }, WAYS.map(wayChoice))),
  h('details', { class: 'vars' }, h('summary', {}, t('lobby.seats', { n: lobby.seats.length })), seatRows(lobby.seats, draw),
    h('div', { class: 'strip tight' }, button(t('lobby.add_seat'), () => { lobby.seats.push(newSeat(lobby.seats)); draw(); }, { class: 'btn mini' })),
    h('label', { class: 'check' }, h('input', { type: 'checkbox', onchange: event => { lobby.screen = event.target.checked; } }), t('lobby.screen'))),
  h('details', { class: 'vars', id: 'house', ontoggle: event => event.target.open && drawVariants() },
    h('summary', {}, t('lobby.house', { n: changedIn(lobby.variants), all: lobby.game.variants.length })), h('div', { id: 'variants', keep: true })),
  lobby.refusal && refusalBox(lobby.refusal),
  h('div', { class: 'foot flat' }, h('button', { class: 'btn go', type: 'submit', 'aria-disabled': lobby.busy ? 'true' : null }, t(`lobby.go.${alone() ? 'alone' : 'invite'}`)))));

const gameCard = game => h('label', { class: `game game-${game.id}`, key: game.id },
  h('input', { type: 'radio', name: 'game', value: game.id, checked: game === lobby.game, onchange: () => pick(game, game.scenes[0]) }),
  icon(game.id, 'glyph'), h('b', {}, game.title), h('span', {}, t('lobby.scenes', { n: game.scenes.filter(({ id }) => id).length })));

const wayChoice = way => h('label', { class: 'seg', key: way },
  h('input', { type: 'radio', name: 'way', value: way, checked: way === lobby.way, onchange: () => { lobby.way = way; pick(lobby.game, lobby.scene); } }),
  h('b', {}, t(`lobby.way.${way}`)), h('small', {}, t(`lobby.way.${way}.about`)));

const alone = () => lobby.seats.every(({ who }) => who !== 'friend') && !lobby.screen;

function pick(game, scene) {
  if (game !== lobby.game) lobby.variants = {};
  Object.assign(lobby, { game, scene, seats: seatsFor(scene, lobby.way), refusal: null });
  document.body.className = `game-${game.id}`;
  draw();
  drawVariants();
}

/** House rules are many: they are drawn when somebody looks at them. */
function drawVariants() {
  if (byId('house')?.open) fill(byId('variants'), variantRows(lobby.game, lobby.variants, draw));
}

async function make() {
  if (lobby.busy) return;
  const { game, scene, title, seats, screen, variants } = lobby;
  await open('refusal', () => post('/api/tables', { game: game.id, scene: scene.id, title, variants, screen, seats: seats.map(({ id, who, name, renamed }) => ({ id, who, name: renamed ? name : '' })) }));
}

/** Goes to the table, or shows whom to invite first; `place` is where a refusal is shown.
 * @param {'refusal' | 'file'} place @param {() => Promise<{table: string, links: object[]}>} asked */
async function open(place, asked) {
  Object.assign(lobby, { busy: true, refusal: null, file: null });
  draw();
  try {
    const made = await asked();
    if (!made.links.length) return location.assign(`/t/${made.table}`);
    lobby.made = made;
  } catch (problem) {
    lobby[place] = problem.refusal;
  }
  lobby.busy = false;
  draw();
  if (lobby.made) byId('enter').focus();
}

// ------------------------------------------------------------------------------------------------ taking in a file

const bringing = () => panel(t('lobby.import'), null, h('div', { class: 'form', id: 'import', tabindex: -1 },
  h('div', { class: 'field' }, h('label', { for: 'file' }, t('lobby.file')), h('input', { id: 'file', type: 'file', 'aria-describedby': 'file-hint', onchange: take }), h('p', { class: 'hint', id: 'file-hint' }, t('lobby.file_hint'))),
  lobby.file && refusalBox(lobby.file)));

async function take(event) {
  const [file] = event.target.files;
  if (file) await open('file', () => post('/api/tables/import', file));
  event.target.value = '';
}

await begin();
try {
  const [{ games }, { tables }] = await Promise.all([get('/api/games'), get('/api/tables')]);
  Object.assign(lobby, { games, tables });
  pick(games[0], games[0].scenes[0]);
  if (location.hash === '#import') byId('import').focus();
} catch (problem) {
  failed(t('lobby.title'), problem);
}
