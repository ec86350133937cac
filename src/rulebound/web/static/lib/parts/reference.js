// A rule's reference: fetched when somebody looks it up.
import { get } from '../api.js';
import { h, prose } from '../dom.js';
import { t } from '../i18n.js';
import { showDialog } from './dialog.js';
import { breakable } from './rule.js';

const known = new Map();

/** @param {string} id */
export async function openRule(id) {
  const rule = known.get(id) ?? await get(`/api/rules/${encodeURIComponent(id)}`).catch(() => null);
  if (rule) known.set(id, rule);
  showDialog(rule?.title ?? id, rule ? reference(rule) : h('p', {}, t('rule.unknown')));
}

const reference = rule => h('div', { class: 'reference', lang: 'en' },
  h('p', { class: 'says' }, prose(rule.summary)),
  rule.house && typeof rule.house === 'string' && h('p', { class: 'small' }, h('b', {}, `${t('rule.house')} `), rule.house),
  h('p', { class: 'small quiet' }, [rule.kind, rule.source].filter(Boolean).join(' · ')),
  h('p', { class: 'rule-id' }, breakable(rule.id)));
