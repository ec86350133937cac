// The table: one page for every game and every seat. It draws what the server describes and knows no rules.
import { byId, fill, h } from './lib/dom.js';
import { speak, t } from './lib/i18n.js';
import { bar, tabs } from './lib/table/bar.js';
import { connect } from './lib/table/deeds.js';
import { listen } from './lib/table/keys.js';
import { drawNotices, drawNow } from './lib/table/now.js';
import { drawSheets } from './lib/table/sheets.js';
import { drawSide } from './lib/table/side.js';
import { table } from './lib/table/state.js';
import { noticeBox } from './lib/parts/notice.js';
import { applyTheme } from './lib/wishes.js';

const show = pane => {
  document.body.dataset.pane = pane;
  if (pane === 'log' && document.body.dataset.side === 'talk') table.unread.talk = 0;
  draw();
};

const column = (name, words) => h('section', { class: `col ${name}`, id: name, 'aria-label': words, tabindex: 0, keep: true });

/** The frame of the page, made once. */
function build() {
  fill(document.body, h('a', { class: 'skip', href: '#now', key: 'skip' }, t('skip')),
    h('div', { id: 'bar', keep: true }), h('main', { class: 'table', key: 'table' }, column('now', t('tabs.now')), column('me', t('tabs.me')), column('log', t('sides'))),
    h('div', { id: 'tabs', keep: true }), h('p', { class: 'vh', role: 'status', id: 'live', keep: true }));
  fill(byId('now'), h('div', { id: 'notices', role: 'status', keep: true }), h('div', { id: 'middle', class: 'col', keep: true }));
}

let built = false;

function draw() {
  const { frame } = table;
  if (!built) return;
  if (!frame) return drawWithout();
  document.body.classList.add(`game-${frame.game}`);
  document.title = `${frame.question ? '● ' : ''}${frame.title} · Rulebound`;
  if (frame.seat.role === 'screen') {
    document.body.classList.add('stage');
    import('./lib/table/stage.js').then(({ drawStage }) => drawStage(document.body));
    return;
  }
  const had = document.activeElement;
  fill(byId('bar'), bar());
  drawNotices(byId('notices'), draw);
  drawNow(byId('middle'), draw);
  drawSheets(byId('me'));
  drawSide(byId('log'), draw);
  fill(byId('tabs'), tabs(show));
  table.beside?.();
  // what had the focus is gone because it was used: go on with what is asked next
  if (had && had !== document.body && !had.isConnected) idle(true);
  else if (frame.question) idle(false);
}

/** Nothing came from the table: why, and a way out. */
function drawWithout() {
  if (!table.notices.length) return;
  fill(byId('bar'), h('header', { class: 'bar' }, h('div', { class: 'where' }, h('h1', {}, 'Rulebound'))));
  fill(byId('middle'), table.notices.map(notice => noticeBox(notice)), h('p', {}, h('a', { class: 'btn', href: '/' }, t('pages.lobby'))));
}

/** Whoever has just done something and waits is brought to what is asked; nobody else is moved. */
function idle(used) {
  if (used || document.activeElement === byId('now')) (byId('asked')?.querySelector('input:checked, input, textarea') ?? byId('now')).focus({ preventScroll: true });
}

function arrived({ first, asked, said }) {
  table.spoken = !first;
  if (!first && said) table.unread.talk += said;
  if (asked && built) byId('live').textContent = `${t('asked.of_you')}: ${table.frame.question.prompt}`;
}

let drawing = false;
/** Frames may come faster than anybody can look: drawn once for each picture that the screen shows; a hidden page needs no pictures. */
function drawSoon() {
  if (drawing) return;
  drawing = true;
  const now = () => { drawing = false; draw(); };
  if (document.hidden) setTimeout(now); else requestAnimationFrame(now);
}

document.body.className = 'fixed';
Object.assign(document.body.dataset, { pane: 'now', side: 'log' });
applyTheme();
// the table and the words for it are fetched side by side
connect(draw, drawSoon, arrived);
await speak();
build();
built = true;
listen(show);
draw();
