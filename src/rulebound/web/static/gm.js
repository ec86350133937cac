// The game master's screen: the tables of the game to look at, each with its commands at hand, beside what is asked and what happened.
import { get } from './lib/api.js';
import { byId, fill, h } from './lib/dom.js';
import { t } from './lib/i18n.js';
import { bar, begin, button, failed, spoken, toTable } from './lib/pages/frame.js';
import { ruleLink } from './lib/parts/rule.js';
import { always } from './lib/parts/tokens.js';
import { begin as start, connect, undo } from './lib/table/deeds.js';
import { drawNotices, drawNow } from './lib/table/now.js';
import { drawSheets } from './lib/table/sheets.js';
import { drawSide } from './lib/table/side.js';
import { table } from './lib/table/state.js';

const WIDE = 4;
let panels = [];

function build() {
  fill(document.body, h('div', { id: 'bar', keep: true }), h('main', { class: 'master', key: 'main' },
    h('section', { class: 'col now', id: 'now', 'aria-label': t('tabs.now'), tabindex: 0 }, h('div', { id: 'notices', role: 'status', keep: true }), h('div', { class: 'col', id: 'middle', keep: true }), h('div', { class: 'col', id: 'me', keep: true })),
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
  drawNow(byId('middle'), draw);
  drawSheets(byId('me'));
  fill(byId('panels'), panels.map(screenPanel));
  drawSide(byId('log'), draw);
  if (had !== document.body && !had.isConnected) (byId('asked')?.querySelector('input:checked, input, textarea') ?? byId('now')).focus({ preventScroll: true });
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
