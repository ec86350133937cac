// What the server knows of a character in the making: the legal values of each field, and whether the whole would be refused.
import { asking } from '../table/deeds.js';

/** @typedef {import('../parts/command.js').Argument} Argument
 * @typedef {{command: string, order?: Argument[], args: Object<string, any>, specs: Object<string, Argument>}} Build */

const FEWEST = 4;

/** What stands for a field that is still empty while others are looked at. @param {Argument} spec */
const standIn = spec => spec.optional ? null : spec.values ? spec.values[0]?.value ?? null : spec.longest ? 'x' : spec.least ?? 0;

const given = (build, name) => {
  const value = build.args[name];
  return value === undefined || value === '' ? standIn(build.specs[name] ?? build.order.find(argument => argument.name === name)) : value;
};

/** Asks for the legal values of these fields, and of those that must be named before them. @param {Build} build @param {string[]} names */
export async function learn(build, names) {
  for (const argument of build.order ?? []) if (names.includes(argument.name) || !argument.optional) if (!build.specs[argument.name]) await ask(build, argument.name);
}

/** Values that hang on what was chosen before them are asked for again. @param {Build} build @param {Set<string>} changed */
export async function learnAgain(build, changed) {
  const from = build.order.findIndex(({ name }) => changed.has(name));
  for (const { name } of build.order.slice(from + 1)) if (build.specs[name]?.values) await ask(build, name);
}

async function ask(build, name) {
  const before = build.order.slice(0, build.order.findIndex(argument => argument.name === name));
  const args = Object.fromEntries(before.map(argument => [argument.name, given(build, argument.name)]));
  // where something before it is not legal, the rules say so by themselves
  const { argument } = await asking('argument', { command: build.command, args }).catch(() => ({}));
  if (argument?.name !== name) return;
  build.specs[name] = asNumber(argument);
  const { least, optional } = build.specs[name];
  if (least !== null && !optional && build.args[name] === undefined) build.args[name] = least;
}

/** A row of numbers is turned, not picked. @param {Argument} argument @returns {Argument} */
function asNumber(argument) {
  const row = argument.values?.map(({ value }) => Number(value)) ?? [];
  const even = row.length > FEWEST && row.every((value, place) => value === row[0] + place);
  return even ? { ...argument, values: null, least: row[0], most: row.at(-1) } : argument;
}

/** The arguments as they are sent. @param {Build} build @param {boolean} whole fills what is empty, so that the rest can be judged */
export const answers = (build, whole) => Object.fromEntries(build.order.map(({ name }) => [name, whole ? given(build, name) : build.args[name] ?? null])
  .filter(([, value]) => value !== null && value !== ''));

/** @param {'try' | 'do'} deed @param {Build} build @param {object} args @returns {Promise<object?>} the refusal */
export const make = (deed, build, args) => asking(deed, { command: build.command, args }).then(() => null, problem => problem.refusal);
