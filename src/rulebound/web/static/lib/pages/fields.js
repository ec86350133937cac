// One field of a character: words, a number to turn, or one of a few values; its refusal stands under it.
import { h, prose } from '../dom.js';
import { t } from '../i18n.js';
import { refusalBox } from '../parts/rule.js';
import { spoken } from './frame.js';

const FEW = 6;

/** @param {object?} spec @param {any} value */
export const labelOf = (spec, value) => spec?.values?.find(option => option.value === String(value))?.label ?? String(value);

/** `known`: what it means is said above all of them. @param {string} name @param {{specs: object, args: object}} build @param {boolean} known @param {{wrong: object?, invalid: boolean, by: string?, set: (name: string, value: any) => void}} more */
export function field(name, { specs, args }, known, { wrong, invalid, by, set }) {
  const spec = specs[name];
  if (!spec) return null;
  const of = { id: `field-${name}`, 'aria-invalid': invalid ? 'true' : null, 'aria-describedby': [`about-${name}`, invalid && by].filter(Boolean).join(' ') };
  const about = h('p', { id: `about-${name}`, lang: 'en', class: known ? 'vh' : null }, prose(spec.meaning), spec.optional && !spec.meaning && t('build.optional'));
  const value = args[name];
  const kind = spec.values ? spec.values.length <= FEW ? 'few' : 'many' : spec.longest ? 'words' : 'number';
  return h('div', { class: `dial${invalid ? ' err' : ''}${kind === 'number' ? '' : ' tall'}`, key: `${name} ${kind}` },
    h('div', {}, kind === 'few' ? h('b', { id: `label-${name}` }, spoken(name)) : h('label', { for: of.id, id: `label-${name}` }, h('b', {}, spoken(name))), about),
    KINDS[kind](name, spec, value, of, set), wrong && refusalBox(wrong, { id: by }));
}

const read = text => text === '' ? undefined : /^-?\d+$/.test(text) ? Number(text) : text;

const KINDS = {
  words: (name, spec, value, of, set) => h('input', { ...of, class: 'input', type: 'text', maxlength: spec.longest, autocomplete: 'off', required: !spec.optional, 'aria-required': String(!spec.optional), value: value ?? '', oninput: event => set(name, event.target.value) }),
  number(name, spec, value, of, set) {
    const now = value ?? spec.least ?? 0;
    const turn = by => event => { const to = Math.max(spec.least ?? 0, Math.min(spec.most ?? Infinity, now + by)); event.target.closest('.ctl').querySelector('input').value = to; set(name, to); };
    return h('div', { class: 'ctl' }, h('button', { class: 'btn', type: 'button', 'aria-label': `${spoken(name)}, ${t('number.less')}`, 'aria-disabled': now <= (spec.least ?? 0) ? 'true' : null, onclick: turn(-1) }, '−'),
      h('input', { ...of, class: 'input turned', type: 'number', min: spec.least, max: spec.most, value: now, oninput: event => Number.isInteger(event.target.valueAsNumber) && set(name, event.target.valueAsNumber) }),
      h('button', { class: 'btn', type: 'button', 'aria-label': `${spoken(name)}, ${t('number.more')}`, 'aria-disabled': now >= (spec.most ?? Infinity) ? 'true' : null, onclick: turn(1) }, '+'));
  },
  few: (name, spec, value, of, set) => h('div', { class: 'segs', role: 'radiogroup', 'aria-labelledby': `label-${name}`, id: of.id, 'aria-invalid': of['aria-invalid'], 'aria-describedby': of['aria-describedby'] },
    options(spec, value).map(option => h('label', { class: 'seg', key: option.value },
      h('input', { type: 'radio', name, value: option.value, checked: String(value ?? '') === option.value, onchange: () => set(name, read(option.value)) }), h('b', {}, spoken(option.label))))),
  many: (name, spec, value, of, set) => h('select', { ...of, class: 'input', required: !spec.optional, onchange: event => set(name, read(event.target.value)) },
    h('option', { value: '' }, spec.optional ? t('build.none') : t('build.pick')), spec.values.map(option => h('option', { value: option.value, selected: String(value ?? '') === option.value }, option.label))),
};

/** What is chosen stays in sight even where it is not legal any more. */
function options(spec, value) {
  const gone = value !== undefined && !spec.values.some(option => option.value === String(value)) ? [{ value: String(value), label: String(value) }] : [];
  return [...spec.optional ? [{ value: '', label: t('build.none') }] : [], ...spec.values, ...gone];
}
