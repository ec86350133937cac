// The API for people: every address, what it takes and what it gives, from the server's own description.
import { get } from './lib/api.js';
import { h } from './lib/dom.js';
import { t } from './lib/i18n.js';
import { bar, begin, failed, panel, show } from './lib/pages/frame.js';

const nameOf = ref => ref.split('/').at(-1);

/** A schema in one line; names of others are links to them. */
function kind(schema = {}) {
  const { $ref: ref, type, anyOf, items, additionalProperties: values, enum: words, const: word } = schema;
  if (ref) return h('a', { href: `#${nameOf(ref)}` }, nameOf(ref));
  if (anyOf) return anyOf.flatMap((one, place) => place ? [` ${t('api.or')} `, kind(one)] : [kind(one)]);
  if (words) return words.map(one => JSON.stringify(one)).join(` ${t('api.or')} `);
  if (word !== undefined) return JSON.stringify(word);
  if (type === 'array') return [t('api.list'), ' ', kind(items)];
  if (type === 'object' && values) return [t('api.by_name'), ' ', kind(values)];
  return type ?? t('api.any');
}

const bodyOf = content => kind(content?.['application/json']?.schema);

function address(method, path, { summary, description, parameters = [], requestBody: body, responses }) {
  const gives = responses['200']?.content;
  return h('li', { key: `${method} ${path}` }, h('h3', {}, h('code', {}, `${method.toUpperCase()} ${path}`)), h('p', {}, description ?? summary),
    h('dl', { class: 'lines' },
      parameters.map(({ name, in: where, schema }) => h('div', {}, h('dt', {}, `${name} (${where})`), h('dd', {}, kind(schema)))),
      body && h('div', {}, h('dt', {}, t('api.takes')), h('dd', {}, bodyOf(body.content))), gives && h('div', {}, h('dt', {}, t('api.gives')), h('dd', {}, bodyOf(gives)))));
}

const schema = ([name, { description, properties = {}, required = [], ...rest }]) => h('li', { key: name, id: name }, h('h3', {}, h('code', {}, name)), description && h('p', {}, description),
  Object.keys(properties).length ? h('dl', { class: 'lines' }, Object.entries(properties).map(([field, of]) => h('div', {}, h('dt', {}, field, required.includes(field) && h('span', { class: 'vh' }, ` (${t('api.needed')})`), required.includes(field) && ' *'), h('dd', {}, kind(of)))))
    : h('p', {}, kind(rest)));

await begin();
try {
  const { info, paths, components } = await get('/api/openapi.json');
  const addresses = Object.entries(paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, of]) => address(method, path, of)));
  show(t('api.link'), bar(t('api.link'), `${info.title} ${info.version}`), h('main', { class: 'page', lang: 'en' }, h('p', { class: 'lede' }, info.description, ' ', h('a', { href: '/api/openapi.json' }, 'openapi.json')),
    panel(t('api.addresses'), String(addresses.length), h('ul', { class: 'reference' }, addresses)), panel(t('api.shapes'), null, h('ul', { class: 'reference' }, Object.entries(components.schemas).map(schema)))));
} catch (problem) {
  failed(t('api.link'), problem);
}
