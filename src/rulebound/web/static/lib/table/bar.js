// The bar: where one is, the pools that stay in sight, undo and the menu. And the tabs of a phone.
import { h } from '../dom.js';
import { icon } from '../icons.js';
import { t } from '../i18n.js';
import { always } from '../parts/tokens.js';
import { toggleTheme } from '../wishes.js';
import { undo } from './deeds.js';
import { openKeys } from './keys.js';
import { table } from './state.js';

export const bar = () => {
  const { frame } = table;
  return h('header', { class: 'bar', key: 'bar' },
    h('a', { href: '/', class: 'home', 'aria-label': t('bar.lobby') }, icon('logo', 'logo')),
    h('div', { class: 'where' }, h('h1', {}, frame.title), h('span', {}, frame.status)),
    frame.always.length > 0 && h('ul', { class: 'pools', 'aria-label': t('bar.pools') }, frame.always.map(always)),
    h('div', { class: 'tools end' },
      h('button', { class: 'btn plain', type: 'button', onclick: undo }, icon('undo'), h('span', { class: 'wide' }, t('bar.undo')), h('kbd', { class: 'wide', 'aria-hidden': 'true' }, 'U'), h('span', { class: 'vh' }, t('bar.undo_what'))),
      h('a', { class: 'btn plain wide', href: `/t/${table.id}/replay` }, icon('clock'), t('bar.history')),
      frame.seat.role === 'gm' && h('a', { class: 'btn plain wide', href: `/t/${table.id}/gm` }, icon('sheet'), t('bar.screen')),
      h('button', { class: 'btn plain wide', type: 'button', 'aria-label': t('keys'), onclick: openKeys }, '?'),
      h('button', { class: 'btn plain wide', type: 'button', 'aria-label': t('bar.theme'), onclick: toggleTheme }, icon('sun')),
      h('button', { class: 'btn plain', type: 'button', onclick: async () => (await import('./menu.js')).openMenu(), 'aria-label': t('menu'), 'aria-haspopup': 'dialog' }, icon('menu'))));
};

const TABS = { now: 'bell', me: 'sheet', scene: 'map', log: 'log' };

export const tabs = show => h('nav', { class: 'tabs', key: 'tabs', 'aria-label': t('tabs') }, Object.entries(TABS).map(([pane, drawing]) => h('a', {
  href: `#${pane}`, key: pane, 'aria-current': document.body.dataset.pane === pane ? 'true' : null, onclick: event => { event.preventDefault(); show(pane); scrollTo(0, 0); },
}, icon(drawing, 'big'), t(`tabs.${pane}`), dot(pane))));

const dot = pane => {
  if (pane === 'now' && table.frame.question) return h('span', { class: 'dot' }, h('span', { class: 'vh' }, t('tabs.asked')));
  return pane === 'log' && table.unread.talk > 0 && h('span', { class: 'dot' }, h('span', { class: 'vh' }, t('tabs.talk', { n: table.unread.talk })));
};
