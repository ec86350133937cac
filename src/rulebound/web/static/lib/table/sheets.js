// Panels: one's own sheets, the scene, and everybody else as a line that unfolds.
import { fill, h, remember } from '../dom.js';
import { t } from '../i18n.js';
import { briefPanel, openPanel, sheet } from '../parts/panel.js';
import { table } from './state.js';

const WHOLE = 2;

const own = remember(sheet), open = remember(openPanel), brief = remember(briefPanel);

const around = () => ({
  mine: new Set(all().filter(panel => panel.mine).map(panel => panel.id)),
  gauges: new Set(table.frame.always.map(item => item.name)),
  spots: new Map(all().flatMap(panel => panel.items).filter(item => item.type === 'map').flatMap(item => item.spots).map(spot => [spot.id, spot])),
});

const all = () => Object.values(table.panels);
const draws = item => item.type === 'map' || item.type === 'cards';

/** Maps, cards and what the bar shows always stay open; the rest is a line each. */
function apart(panels) {
  const names = new Set(table.frame.always.map(item => item.name));
  const wide = panels.filter(panel => panel.items.some(item => draws(item) || item.type === 'boxes' && names.has(item.name)));
  return [wide, panels.filter(panel => !wide.includes(panel))];
}

/** @param {HTMLElement} column */
export function drawSheets(column) {
  const mine = all().filter(panel => panel.mine);
  if (!mine.length) return fill(column, party(all().filter(panel => !panel.mine)));
  return fill(column, mine.slice(0, WHOLE).map((panel, place) => own(panel.id, panel, around(), place ? t('sheet.also') : t('sheet.you'))),
    mine.length > WHOLE && briefs(mine.slice(WHOLE), t('sheet.others')));
}

/** What is no sheet of one's own, in the middle column. */
export function scenePanels() {
  const others = all().filter(panel => !panel.mine);
  const [wide, people] = apart(others);
  const shown = wide.map(panel => classed(open(panel.id, panel, around())));
  return [shown, all().some(panel => panel.mine) && party(people)];
}

const classed = node => { node.classList.add('on-scene'); return node; };

const party = panels => {
  const [, people] = apart(panels);
  return people.length > 0 && briefs(people, t('party'));
};

const briefs = (panels, title) => h('section', { class: 'panel on-scene', role: 'group', key: `list ${title}`, 'aria-label': title }, h('header', {}, h('h2', { class: 'tab' }, title)),
  h('ul', { class: 'party' }, panels.map(panel => brief(panel.id, panel, around()))));
