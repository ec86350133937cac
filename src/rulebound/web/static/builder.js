// Making a character: step by step, each change tried against the rules at once, its refusal beside the field that it is about.
import { get } from './lib/api.js';
import { byId, h, prose } from './lib/dom.js';
import { t } from './lib/i18n.js';
import { answers, learn, learnAgain, make } from './lib/pages/build.js';
import { field, labelOf } from './lib/pages/fields.js';
import { bar, begin, button, failed, panel, settled, show, spoken, toTable } from './lib/pages/frame.js';
import { placed } from './lib/pages/placing.js';
import { showDialog } from './lib/parts/dialog.js';
import { commandForm } from './lib/parts/command.js';
import { refusalBox } from './lib/parts/rule.js';
import { back, begin as start, choose, commit, connect, leave } from './lib/table/deeds.js';
import { table } from './lib/table/state.js';

const PAUSE = 150;
const build = { steps: [], at: 0, seen: new Set([0]), args: {}, specs: {}, refusal: null, busy: false, copied: 0 };

const here = () => build.steps[build.at];
const command = () => table.frame.commands.find(({ name }) => name === build.command);

function draw() {
  const { frame } = table;
  if (!frame) return;
  document.body.className = `game-${frame.game}`;
  const where = placed(build), name = build.args.name || t('build.new');
  show(name, bar(name, `${frame.title} · ${t('build.step', { at: build.at + 1, of: build.steps.length })}`, toTable(table.id)),
    h('main', { class: 'page' },
      table.begun ? h('div', { key: 'other' }, commandForm(table.begun, { choose, back, commit: finishOther, leave })) : [h('div', { class: 'strip tight', key: 'others' }, others()), steps(where), h('div', { class: 'split build', key: 'build' }, stepForm(where), soFar())]));
}

// ------------------------------------------------------------------------------------------------ the steps

const steps = where => h('nav', { 'aria-label': t('build.steps'), key: 'steps' }, h('ol', { class: 'steps' }, build.steps.map((step, place) => {
  const wrong = where.step === step && build.seen.has(place), done = build.seen.has(place) && place !== build.at && !wrong && !missing(step).length;
  return h('li', { key: step.title }, h('a', { href: `#${place + 1}`, class: wrong ? 'err' : done ? 'ok' : '', 'aria-current': place === build.at ? 'step' : null, onclick: event => { event.preventDefault(); go(place); } },
    h('i', { 'aria-hidden': 'true' }, wrong ? '!' : done ? '✓' : place + 1), step.title, h('span', { class: 'vh' }, wrong ? `, ${t('build.wrong')}` : done ? `, ${t('build.right')}` : '')));
})));

const needed = name => build.order?.some(argument => argument.name === name && !argument.optional);
const missing = step => step.fields.filter(name => needed(name) && (build.args[name] ?? '') === '');

function stepForm(where) {
  const step = here(), wrong = where.step === step && build.seen.has(build.at) ? build.refusal : null, last = build.at === build.steps.length - 1;
  const beside = wrong && where.fields.find(name => step.fields.includes(name));
  const meanings = step.fields.map(name => build.specs[name]?.meaning), shared = new Set(meanings.filter((words, place) => words && meanings.indexOf(words) < place));
  const submit = event => { event.preventDefault(); if (last) finish(); else go(build.at + 1); };
  return h('form', { class: 'col', key: `step ${step.title} ${build.copied}`, 'aria-labelledby': 'step', onsubmit: submit },
    h('h2', { class: 'title', id: 'step', tabindex: -1 }, step.title),
    [...shared].map(words => h('p', { class: 'lede', lang: 'en' }, prose(words))), blocked(), wrong && !beside && refusalBox(wrong, { id: 'wrong' }),
    panel(t('build.choose'), null, h('div', { class: 'fields' }, step.fields.map(name => field(name, build, shared.has(build.specs[name]?.meaning), { wrong: beside === name ? wrong : null, invalid: wrong && where.fields.includes(name), by: wrong ? 'wrong' : null, set })))),
    h('div', { class: 'foot flat' },
      build.at > 0 && button(t('build.back'), () => go(build.at - 1)),
      last ? h('button', { class: 'btn go', type: 'submit', 'aria-disabled': build.busy ? 'true' : null }, t('build.done'))
        : h('button', { class: 'btn', type: 'submit' }, t('build.on', { step: build.steps[build.at + 1].title }))));
}

/** Why nobody can be made at all just now. */
const blocked = () => {
  const now = command();
  if (now?.refusal) return refusalBox(now.refusal, { key: 'blocked' });
  return !now && h('div', { class: 'notice', role: 'status', key: 'blocked' }, t('build.later'));
};

const soFar = () => h('aside', { class: 'stick', 'aria-label': t('build.so_far') }, panel(t('build.so_far'), null, h('p', { class: 'title' }, build.args.name || t('build.new')),
  build.steps.map(step => {
    const chosen = step.fields.filter(name => name !== 'name' && (build.args[name] ?? '') !== '' && build.args[name] !== 0);
    return chosen.length > 0 && [h('h3', {}, step.title), h('dl', { class: 'lines' }, chosen.map(name => h('div', {}, h('dt', {}, spoken(name)), h('dd', {}, labelOf(build.specs[name], build.args[name])))))];
  })));

function go(place) {
  build.at = Math.max(0, Math.min(build.steps.length - 1, place));
  build.seen.add(build.at);
  learn(build, here().fields).then(draw);
  draw();
  byId('step').focus();
}

function set(name, value) {
  build.args[name] = value;
  draw();
  check(name);
}

let changed = new Set();
const settle = settled(async () => {
  const names = changed;
  changed = new Set();
  await learnAgain(build, names);
  build.refusal = await make('try', build, answers(build, true));
  draw();
}, PAUSE);
const check = name => { changed.add(name); settle(); };

async function finish() {
  if (build.busy) return;
  const without = build.steps.findIndex(step => missing(step).length);
  if (without >= 0) {
    const [name] = missing(build.steps[without]);
    build.refusal = { rule: '', reason: t('build.missing', { field: spoken(name) }), field: name };
    return go(without);
  }
  build.busy = true;
  build.refusal = await make('do', build, answers(build, false));
  build.busy = false;
  if (!build.refusal) return location.assign(`/t/${table.id}`);
  const { step } = placed(build);
  return step ? go(build.steps.indexOf(step)) : draw();
}

// ------------------------------------------------------------------------------------------------ by chance, samples, copies

const others = () => [['random', 'build.random'], ['samples', 'build.samples']].map(([kind, words]) => build[kind] && button(t(words), () => other(build[kind]), { class: 'btn mini', key: kind }))
  .concat(build.copies?.length > 0 && button(t('build.copy'), copying, { class: 'btn mini', key: 'copy' }));

const other = name => {
  const found = table.frame.commands.find(command => command.name === name);
  if (found && !found.refusal) start(found);
};

async function finishOther() {
  await commit();
  if (!table.begun) location.assign(`/t/${table.id}`);
}

function copying() {
  const dialog = showDialog(t('build.copy'), h('ul', { class: 'values' }, build.copies.map(({ title, args }) => h('li', {}, button(`${args.name ?? '?'} · ${title}`, () => {
    dialog.close();
    Object.assign(build, { args: { ...args }, copied: build.copied + 1 });
    build.steps.forEach((_, place) => build.seen.add(place));
    go(0);
    check('name');
  })))));
}

async function arrived() {
  if (!build.order && command()) {
    build.order = command().arguments;
    await learn(build, here().fields);
  }
  draw();
}

await begin();
try {
  Object.assign(build, await get(`/api/tables/${table.id}/builder`));
  connect(draw, arrived, () => {});
} catch (problem) {
  failed(t('build.new'), problem);
}
