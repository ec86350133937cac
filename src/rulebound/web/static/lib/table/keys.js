// Keys. Single letters rest while something is being typed, and can be switched off.
import { byId, h } from '../dom.js';
import { t } from '../i18n.js';
import { showDialog } from '../parts/dialog.js';
import { setWish, wish } from '../wishes.js';
import { leave, toggleRealDice, undo } from './deeds.js';
import { table } from './state.js';

const LIST = [['A', 'a'], ['↑ ↓', 'arrows'], ['1 – 9', 'digits'], ['Enter', 'enter'], ['W', 'w'], ['S M L N', 'smln'], ['C', 'c'], ['D', 'd'], ['U', 'u'], ['H', 'h'], ['?', 'help'], ['Esc', 'esc']];

export function openKeys() {
  showDialog(t('keys'), h('table', { class: 'fig' }, h('tbody', {}, LIST.map(([key, name]) => h('tr', {}, h('th', { scope: 'row' }, h('kbd', {}, key)), h('td', {}, t(`keys.${name}`)))))),
    h('label', { class: 'check' }, h('input', { type: 'checkbox', checked: wish('letters', 'on') === 'on', onchange: event => setWish('letters', event.target.checked ? 'on' : 'off') }), t('keys.letters')));
}

const typing = element => element.matches('input:not([type=radio], [type=checkbox]), textarea, select');
const ask = () => byId('asked') ?? byId('command') ?? byId('actions');

/** @param {(pane: string) => void} show brings a part of the table into sight */
export function listen(show) {
  const goto = (pane, element) => { show(pane); element?.focus({ preventScroll: false }); };
  const deeds = {
    a: () => goto('now', ask()?.querySelector('input:checked, form input, form textarea, .arg button, .act:not([aria-disabled])') ?? byId('now')),
    w: () => why(show),
    s: () => goto('me', byId('me')), m: () => goto('scene', document.querySelector('.mapped .scroll-x') ?? byId('now')),
    l: () => { document.body.dataset.side = 'log'; goto('log', document.querySelector('.side-log .scroll')); },
    n: () => { document.body.dataset.side = 'notes'; byId('notes').open = true; goto('log', byId('note-mine')); },
    c: () => { document.body.dataset.side = 'talk'; goto('log', byId('say')); },
    d: toggleRealDice, u: undo, h: () => { location.href = `/t/${table.id}/replay`; }, '?': openKeys,
  };
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]') || !table.frame) return;
    if (event.key === 'Escape') return escape(deeds.a, event.target);
    if (typing(event.target) || wish('letters', 'on') === 'off' && event.key !== '?') return;
    const deed = /^[1-9]$/.test(event.key) ? () => pick(Number(event.key)) : deeds[event.key.toLowerCase()];
    if (!deed) return;
    event.preventDefault();
    deed();
  });
}

const escape = (toAsked, target) => {
  if (table.begun && !table.frame.question) leave();
  else if (typing(target) || target !== document.body) { target.blur?.(); toAsked(); }
};

/** The nth option, value or action in sight. */
function pick(n) {
  const choice = [...ask()?.querySelectorAll('.opts input, .hand input, .values button, .act:not([aria-disabled])') ?? []][n - 1];
  choice?.focus();
  choice?.click();
}

/** Unfolds the newest line of the log. */
function why(show) {
  const newest = document.querySelector('.side-log details.entry');
  if (!newest) return;
  document.body.dataset.side = 'log';
  show('log');
  newest.open = !newest.open;
  newest.querySelector('summary').focus();
}
