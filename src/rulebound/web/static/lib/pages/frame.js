// The frame that all pages beside the table share: the bar, the language, what could not be loaded.
import { fill, h } from '../dom.js';
import { icon } from '../icons.js';
import { LANGUAGES, language, setLanguage, speak, t } from '../i18n.js';
import { refusalBox } from '../parts/rule.js';
import { applyTheme, toggleTheme } from '../wishes.js';

/** Call first: light or dark, and the words. */
export async function begin() {
  applyTheme();
  await speak();
}

/** @param {string} title @param {string} about @param {...import('../dom.js').Kid} tools */
export const bar = (title, about, ...tools) => h('header', { class: 'bar', key: 'bar' },
  h('a', { href: '/', class: 'home', 'aria-label': t('bar.lobby') }, icon('logo', 'logo')),
  h('div', { class: 'where' }, h('h1', {}, title), h('span', {}, about)),
  h('div', { class: 'tools end' }, tools,
    h('select', { class: location.pathname === '/' ? 'input' : 'input wide', 'aria-label': t('menu.language'), onchange: event => setLanguage(event.target.value) },
      Object.entries(LANGUAGES).map(([code, name]) => h('option', { value: code, selected: code === language(), lang: code }, name))),
    h('button', { class: 'btn plain', type: 'button', 'aria-label': t('bar.theme'), onclick: toggleTheme }, icon('sun'))));

export const toTable = id => h('a', { class: 'btn plain', href: `/t/${id}` }, t('pages.to_table'));

/** @param {string} title @param {string?} aside @param {...import('../dom.js').Kid} kids */
export const panel = (title, aside, ...kids) => h('section', { class: 'panel', key: title, 'aria-label': title },
  h('header', {}, h('h2', { class: 'tab' }, title), aside && h('span', { class: 'aside' }, aside)), kids);

/** @param {string} title @param {...import('../dom.js').Kid} kids */
export function show(title, ...kids) {
  document.title = `${title} · Rulebound`;
  fill(document.body, kids);
}

/** A page that cannot be shown, and why. @param {string} title @param {{refusal?: object, message: string}} problem */
export const failed = (title, problem) => show(title, bar(title, ''), h('main', { class: 'page' },
  refusalBox(problem.refusal ?? { rule: '', reason: problem.message }), h('p', {}, h('a', { class: 'btn', href: '/' }, t('pages.lobby')))));

export const button = (words, onclick, more = {}) => h('button', { class: 'btn', type: 'button', onclick, ...more }, words);

/** "pain_scale" as people say it. @param {string} name */
export const spoken = name => `${name[0].toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`;

/** Runs the last call once there has been a pause. @param {() => void} deed @param {number} pause */
export function settled(deed, pause) {
  let timer;
  return () => { clearTimeout(timer); timer = setTimeout(deed, pause); };
}
