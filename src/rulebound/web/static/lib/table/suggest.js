// What a machine would do in one's place, filled in: to be changed or done.
import { t } from '../i18n.js';
import { begin, send } from './deeds.js';
import { notify, table } from './state.js';

/** What the machine takes for an argument; what it leaves out is left out. @param {Object<string, string | number>} args */
const takes = args => argument => {
  const value = args[argument?.name] ?? null;
  if (!argument || (value === null && !argument.optional)) return null;
  return { value, label: argument.values?.find(one => one.value === value)?.label ?? value ?? '' };
};

/** @param {() => void} draw */
export async function suggest(draw) {
  const reply = await send('advice'), command = table.frame.commands.find(({ name }) => name === reply?.advice?.command);
  if (command) begin(command, takes(reply.advice.args));
  else if (reply) notify({ key: 'advice', words: t('actions.no_advice') });
  draw();
}
