// The shared screen: what everybody may see, large enough for the middle of a table.
import { fill, h } from '../dom.js';
import { icon } from '../icons.js';
import { list, t } from '../i18n.js';
import { thrownDice } from '../parts/entry.js';
import { itemList, openPanel } from '../parts/panel.js';
import { waitingNames } from './deeds.js';
import { table } from './state.js';

const RECENT = 3;

document.head.append(h('link', { rel: 'stylesheet', href: '/static/stage.css' }));

export function drawStage(body) {
  const { frame, log } = table;
  const panels = Object.values(table.panels), around = { mine: new Set(), gauges: new Set(frame.always.map(item => item.name)) };
  const wide = panels.filter(panel => panel.items.some(item => item.type === 'map' || item.type === 'cards'));
  // a screen in the middle cannot be scrolled: what the pools say is not said again
  const lean = panel => ({ ...panel, items: panel.items.filter(item => !around.gauges.has(item.name)) });
  fill(body, h('header', { class: 'bar', key: 'bar' }, icon('logo', 'logo'), h('div', { class: 'where' }, h('h1', {}, frame.title), h('span', {}, frame.status))),
    h('main', { key: 'stage' },
      h('div', { class: 'colm' }, h('p', { class: 'turn', role: 'status' }, frame.ending ?? (frame.waiting_for.length ? t('waiting.for', { names: list(waitingNames()) }) : frame.status)),
        h('section', { class: 'panel', 'aria-label': t('stage.last') }, h('header', {}, h('h2', { class: 'tab' }, t('stage.last'))),
          h('div', { role: 'log', 'aria-label': t('log.happened') }, h('ol', { class: 'lately' }, log.slice(-RECENT).reverse().map(line => h('li', { key: `${line.place} ${line.text}` }, h('p', { class: 'said' }, line.text.replace(' -> ', ' → ')), thrownDice(line.thrown)))))),
        wide.map(panel => openPanel(lean(panel), around))),
      h('div', { class: 'colm' },
        frame.always.length > 0 && h('section', { class: 'panel', 'aria-label': t('bar.pools') }, h('header', {}, h('h2', { class: 'tab' }, t('bar.pools'))), itemList(frame.always, 'always', around)),
        h('section', { class: 'panel', 'aria-label': t('stage.all') }, h('header', {}, h('h2', { class: 'tab' }, t('stage.all'))),
          h('ul', { class: 'party' }, panels.filter(panel => !wide.includes(panel)).map(panel => h('li', { key: panel.id }, h('span', { class: 'name' }, panel.title), h('span', { class: 'st' }, panel.brief))))))),
    h('footer', { key: 'foot' }, t('stage.public')));
}
