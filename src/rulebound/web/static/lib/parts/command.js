// Commands as an action list, and the form of one: argument after argument, its chances, one button that says what it will do.
import { h, prose } from '../dom.js';
import { t } from '../i18n.js';
import { odds, ofItself } from './odds.js';
import { refusalBox, ruleLink } from './rule.js';

/** @typedef {{name: string, meaning: string, optional: boolean, values: {value: string, label: string}[]?, least: number?, most: number?, longest: number?}} Argument
 * @typedef {{name: string, label: string, meaning: string, rules: string[], arguments: Argument[], refusal: object?}} Command
 * @typedef {{argument: Argument, value: any, label: string, sole: boolean}} Taken
 * @typedef {{command: Command, given: Taken[], next: Argument?, whole: boolean, chances: object[], refusal: object?, busy: boolean}} Begun */

const MANY = 16;

/** @param {Command[]} commands @param {{find: string, unfolded: boolean}} wish @param {object} act begin, find, unfold */
export function actionList(commands, wish, act) {
  const fits = command => `${command.label} ${command.meaning}`.toLowerCase().includes(wish.find.toLowerCase());
  const able = commands.filter(command => !command.refusal && fits(command)), unable = commands.filter(command => command.refusal && fits(command));
  if (commands.length <= MANY) return h('ul', { class: 'acts' }, [...able, ...unable].map((command, place) => action(command, place, act)));
  return h('div', { class: 'grouped' },
    h('input', { class: 'input', type: 'search', id: 'find-action', 'aria-label': t('actions.find'), placeholder: t('actions.find'), oninput: event => act.find(event.target.value) }),
    able.length <= MANY ? h('ul', { class: 'acts', key: 'able' }, able.map((command, place) => action(command, place, act))) : grouped(able, wish, act),
    unable.length > 0 && h('details', { key: 'unable', ontoggle: event => act.unfold(event.target.open) }, h('summary', {}, t('actions.not_now', { n: unable.length })),
      wish.unfolded && h('ul', { class: 'acts' }, unable.map(command => action(command, null, act)))));
}

/** By the chapter of the first rule: the second word of its id. */
function grouped(commands, wish, act) {
  const groups = new Map();
  for (const command of commands) {
    const chapter = (command.rules[0] ?? '').split('.').at(1) ?? '';
    groups.set(chapter, [...groups.get(chapter) ?? [], command]);
  }
  let place = 0;
  return [...groups].map(([chapter, members]) => h('details', { key: `group ${chapter}`, open: true },
    h('summary', {}, asWritten(chapter, commands) || t('actions.others'), ' ', h('span', { class: 'quiet' }, members.length)),
    h('ul', { class: 'acts' }, members.map(command => action(command, place++, act)))));
}

/** "ap" is AP if the commands write it so. */
function asWritten(chapter, commands) {
  const initials = chapter.toUpperCase();
  return commands.some(({ meaning }) => meaning.split(/\W+/).includes(initials)) ? initials : chapter.replaceAll('_', ' ');
}

const action = (command, place, act) => h('li', { key: command.name }, h('button', {
  type: 'button', class: 'act', 'aria-disabled': command.refusal ? 'true' : null, id: `act-${command.name}`, onclick: () => command.refusal || act.begin(command),
}, place !== null && place < 9 ? h('kbd', { 'aria-hidden': 'true' }, place + 1) : h('span'),
h('span', { class: 'name' }, command.label, h('small', {}, prose(command.refusal ? command.refusal.reason : command.meaning))),
command.refusal && h('span', { class: 'pct' }, t('actions.now_not'))),
command.refusal?.rule && h('p', { class: 'act-why' }, command.refusal.instead && `${command.refusal.instead} `, ruleLink(command.refusal.rule)));

/** @param {Begun} begun @param {object} act choose, back, commit, leave */
export function commandForm(begun, act) {
  const { command, given, next, whole, chances, refusal, busy } = begun;
  const submit = event => { event.preventDefault(); if (whole && !busy) act.commit(); };
  return h('form', { class: 'ask on-now', id: 'command', key: `command ${command.name}`, 'aria-label': command.label, onsubmit: submit },
    h('div', { class: 'head' }, h('span', { class: 'tab' }, t('command.tab')), h('span', { class: 'tiny' }, command.rules.slice(0, 3).map(rule => [ruleLink(rule), ' ']))),
    h('p', { class: 'q' }, command.label), h('p', { class: 'ctx' }, prose(command.meaning)),
    given.length > 0 && h('ul', { class: 'given' }, given.map((taken, place) => says(taken) && givenRow(taken, () => act.back(place)))),
    next && argumentField(next, act),
    refusal && h('div', { class: 'pad', key: 'no' }, refusalBox(refusal)),
    chances.map(({ outcomes }) => outcomes.length > 0 && h('div', { class: 'pad more', key: 'odds' }, h('p', { class: 'label' }, t('odds.exact')), odds(outcomes), ofItself(begun))),
    h('div', { class: 'foot', key: 'foot' },
      h('button', { class: 'btn go', type: 'submit', id: 'commit', 'aria-disabled': whole && !busy ? null : 'true' },
        h('span', {}, [command.label, ...given.flatMap(briefly)].join(' · ')), ' ', h('kbd', { 'aria-hidden': 'true' }, 'Enter')),
      h('button', { class: 'btn plain', type: 'button', onclick: act.leave }, t('command.leave'))));
}

/** What was chosen; nothing is there to change where only one thing was possible. @param {Taken} taken */
const givenRow = ({ argument, label, sole }, back) => h('li', { key: argument.name }, h('span', { class: 'quiet' }, called(argument)), ' ', h('b', {}, label), ' ',
  !sole && h('button', { class: 'btn plain mini', type: 'button', onclick: back }, t('command.change'), h('span', { class: 'vh' }, ` ${called(argument)}`)));

const NOTHING = new Set([null, 'no', 'none']);

/** Whether it is worth a line: not where nothing is all there was. */
const says = ({ value, label, sole }) => label !== '' && !(sole && NOTHING.has(value));

/** What was chosen, for the button: of a yes what it was said to, of a no nothing. */
const briefly = ({ argument, value, label }) => NOTHING.has(value) ? [] : [value === 'yes' ? called(argument) : label];

const called = argument => argument.name.replaceAll('_', ' ');

function argumentField(argument, act) {
  const ask = [h('legend', { class: 'label' }, prose(argument.meaning || called(argument)))];
  const skip = argument.optional && h('li', { key: 'skip' }, h('button', { class: 'btn plain', type: 'button', onclick: () => act.choose(argument, null, t('command.skipped')) }, t('command.skip')));
  if (argument.values) {
    return h('fieldset', { class: 'arg', key: `argument ${argument.name}` }, ask, h('ul', { class: 'values' }, argument.values.map(({ value, label }) =>
      h('li', { key: value }, h('button', { class: 'btn', type: 'button', onclick: () => act.choose(argument, value, label) }, label))), skip));
  }
  const number = argument.longest === null || argument.longest === undefined;
  const take = event => {
    const input = event.target.closest('fieldset').querySelector('input');
    if (input.reportValidity() && input.value !== '') act.choose(argument, number ? Number(input.value) : input.value, input.value);
  };
  return h('fieldset', { class: 'arg', key: `argument ${argument.name}` }, ask, h('div', { class: 'ctl' },
    argument.suggested.length > 0 && h('datalist', { id: 'suggested' }, argument.suggested.map(value => h('option', { value }))),
    h('input', { class: 'input', list: argument.suggested.length > 0 && 'suggested', 'aria-label': (argument.meaning || called(argument)).replaceAll('`', ''), type: number ? 'number' : 'text', min: argument.least, max: argument.most, maxlength: argument.longest,
      onkeydown: event => { if (event.key === 'Enter') { event.preventDefault(); take(event); } } }),
    h('button', { class: 'btn', type: 'button', onclick: take }, t('command.next'))), skip && h('ul', { class: 'values' }, skip));
}
