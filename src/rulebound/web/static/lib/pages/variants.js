// House rules: every variant with its meaning, its rule and its default; only what differs is kept.
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { ruleLink } from '../parts/rule.js';
import { spoken } from './frame.js';

/** @typedef {{name: string, type: string, default: any, options: any[], meaning: string, rule: string}} Variant */

/** @param {Object<string, any>} chosen */
export const changedIn = chosen => Object.keys(chosen).length;

/** @param {{id: string, variants: Variant[]}} game @param {Object<string, any>} chosen @param {() => void} draw */
export function variantRows(game, chosen, draw) {
  const set = (variant, value) => {
    if (same(value, variant.default)) delete chosen[variant.name];
    else chosen[variant.name] = value;
    draw();
  };
  return game.variants.map(variant => h('div', { class: 'dial', key: `${game.id} ${variant.name}` },
    h('div', {}, h('label', { for: `variant-${variant.name}` }, h('b', {}, spoken(variant.name))), h('p', { lang: 'en' }, variant.meaning, ' ', ruleLink(variant.rule))),
    control(variant, chosen[variant.name] ?? variant.default, value => set(variant, value))));
}

const same = (a, b) => String(a) === String(b);
const words = value => value === true ? t('yes') : value === false ? t('no') : Array.isArray(value) ? value.join(', ') : String(value).replaceAll('_', ' ');

function control(variant, value, set) {
  const { name, options, default: standard } = variant;
  const id = `variant-${name}`;
  if (options.some(option => same(option, standard))) {
    return h('select', { class: 'input', id, onchange: event => set(options[event.target.selectedIndex]) },
      options.map(option => h('option', { selected: same(option, value) }, same(option, standard) ? t('lobby.as_printed', { value: words(option) }) : words(option))));
  }
  const whole = typeof standard === 'number' && !options.length;
  return h('input', { class: 'input', id, type: whole ? 'number' : 'text', value: words(value), title: variant.type,
    onchange: event => { set(event.target.value === '' ? standard : whole ? event.target.valueAsNumber : event.target.value); } });
}
