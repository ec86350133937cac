// The game master's screen: the tables of the game to look at, each with its commands at hand, beside what is asked and what happened.
import { get } from './lib/api.js';
import { byId, fill, h } from './lib/dom.js';
import { list, t } from './lib/i18n.js';
import { bar, begin, button, failed, spoken, toTable } from './lib/pages/frame.js';
import { commandForm } from './lib/parts/command.js';
import { briefPanel, openPanel } from './lib/parts/panel.js';
import { questionForm } from './lib/parts/question.js';
import { ruleLink } from './lib/parts/rule.js';
import { always } from './lib/parts/tokens.js';
import { answer, back, begin as start, choose, commit, connect, draftOf, leave, send, standard, undo, waitingNames } from './lib/table/deeds.js';
import { drawNotices } from './lib/table/now.js';
import { drawSide } from './lib/table/side.js';
import { seatName, table } from './lib/table/state.js';

const WIDE = 4;
let panels = [];

function build() {
  fill(document.body, h('div', { id: 'bar', keep: true }), h('main', { class: 'master', key: 'main' },
    h('section', { class: 'col now', id: 'now', 'aria-label': t('tabs.now'), tabindex: 0 }, h('div', { id: 'notices', role: 'status', keep: true }), h('div', { class: 'col', id: 'middle', keep: true })),
    h('section', { class: 'screen', id: 'screen', 'aria-label': t('bar.screen'), tabindex: 0 }, h('div', { class: 'panels', id: 'panels', keep: true })), h('section', { class: 'col log', id: 'log', 'aria-label': t('sides'), tabindex: 0, keep: true })));
  document.body.classList.add('fixed');
  document.body.dataset.side = 'log';
}

function draw() {
  const { frame } = table;
  if (!frame) return;
  document.body.classList.add(`game-${frame.game}`);
  document.title = `${frame.question ? '● ' : ''}${frame.title} · Rulebound`;
  const had = document.activeElement;
  fill(byId('bar'), bar(frame.title, `${t('bar.screen')} · ${frame.status}`, frame.always.length > 0 && h('ul', { class: 'pools', 'aria-label': t('bar.pools') }, frame.always.map(always)),
    button(t('bar.undo'), undo, { class: 'btn plain wide' }), toTable(table.id)));
  drawNotices(byId('notices'), draw);
  fill(byId('middle'), asked(), doing(), waiting(), scene());
  fill(byId('panels'), panels.map(screenPanel));
  drawSide(byId('log'), draw);
  if (had !== document.body && !had.isConnected) (byId('asked')?.querySelector('input:checked, input, textarea') ?? byId('now')).focus({ preventScroll: true });
}

// ------------------------------------------------------------------------------------------------ what is asked, what is done

function asked() {
  const { question, may } = table.frame;
  if (!question) return null;
  const draft = draftOf(question);
  return questionForm(question, draft, { redraw: draw, answer: value => answer(question, draft, value), standard: () => standard(question, draft), cancel: may.cancel ? () => send('cancel') : null });
}

const doing = () => table.begun && !table.frame.question && commandForm(table.begun, { choose, back, commit, leave });

function waiting() {
  const { frame } = table;
  if (frame.question || !frame.waiting_for.length || frame.ending) return null;
  return h('section', { class: 'panel', key: 'waiting', 'aria-label': t('waiting') }, h('header', {}, h('h2', { class: 'tab' }, t('waiting'))), h('p', { class: 'voice' }, t('waiting.for', { names: list(waitingNames()) })),
    h('div', { class: 'strip tight' }, frame.may.default_for.map(seat => button(t('waiting.default', { name: seatName(seat) }), () => send('default', { id: '', for: seat }), { class: 'btn mini', key: seat })),
      frame.may.cancel && button(t('asked.cancel'), () => send('cancel'), { class: 'btn mini', key: 'cancel' }),
      button(frame.paused ? t('menu.go_on') : t('menu.pause'), () => send('pause', { on: !frame.paused }), { class: 'btn mini', key: 'pause' })));
}

/** Maps and cards open, everybody and everything else a line: adversaries and hidden things are in the game master's own view. */
function scene() {
  const all = Object.values(table.panels), around = { mine: new Set(all.filter(panel => panel.mine).map(({ id }) => id)), gauges: new Set(table.frame.always.map(({ name }) => name)) };
  const open = all.filter(panel => panel.items.some(({ type }) => type === 'map' || type === 'cards'));
  return [h('section', { class: 'panel', key: 'scene', 'aria-label': t('gm.scene') }, h('header', {}, h('h2', { class: 'tab' }, t('gm.scene')), h('span', { class: 'aside' }, t('gm.yours'))),
    h('ul', { class: 'party' }, all.filter(panel => !open.includes(panel)).map(panel => briefPanel(panel, around)))), open.map(panel => openPanel(panel, around))];
}

// ------------------------------------------------------------------------------------------------ the panels

const screenPanel = ({ number, title, blocks, commands }) => h('section', { class: 'panel', key: title, 'aria-label': title },
  h('header', {}, h('h2', { class: 'tab' }, `${number} ${title}`)),
  commands.length > 0 && h('div', { class: 'strip tight' }, commands.map(commandButton)),
  blocks.map(block => h('details', { class: 'block', key: block.title, open: true }, h('summary', {}, block.title), blockTable(block))));

/** A table too wide for its column says each cell with its name. */
const blockTable = ({ columns: [head, ...columns], rows, rule }) => [h('table', { class: columns.length < WIDE ? 'fig' : 'fig stacked', lang: 'en' },
  columns.length < WIDE && h('thead', {}, h('tr', {}, [head, ...columns].map(name => h('th', { scope: 'col' }, name)))),
  h('tbody', {}, rows.map(([first, ...cells]) => h('tr', {}, h('th', { scope: 'row' }, first),
    columns.length < WIDE ? cells.map(cell => h('td', {}, cell)) : h('td', {}, cells.flatMap((cell, place) => cell && cell !== '-' ? [h('span', { class: 'quiet' }, columns[place]), ` ${cell} `] : [])))))), h('p', { class: 'tiny' }, ruleLink(rule))];

/** What cannot be done now stays in sight and says why. */
function commandButton(name) {
  const command = table.frame.commands.find(other => other.name === name);
  const why = command ? command.refusal?.reason : t('gm.waits');
  return button(command?.label ?? spoken(name), () => { if (!why) { start(command); byId('now').scrollTo(0, 0); } }, { class: 'btn mini', key: name, title: why ?? command.meaning, 'aria-disabled': why ? 'true' : null, 'data-command': name });
}

await begin();
try {
  ({ panels } = await get(`/api/tables/${table.id}/screen`));
  build();
  connect(draw, draw, ({ first }) => { table.spoken = !first; });
} catch (problem) {
  failed(t('bar.screen'), problem);
}
