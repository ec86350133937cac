// Where a refusal belongs: the step whose rules were broken, and in it the fields that its words name.

const said = (words, text) => new RegExp(`(?<!\\w)${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\w)`, 'i').test(text);
const title = ({ title: words }, text) => said(words, text) || said(words.replace(/s$/, ''), text);

/** @param {{steps: {title: string, fields: string[], rules: string[]}[], args: object, refusal: {rule: string, reason: string, field?: string}?}} build */
export function placed({ steps, args, refusal }) {
  if (!refusal) return { step: null, fields: [] };
  const named = step => step.fields.filter(name => refusal.field === name || said(name.replaceAll('_', ' '), refusal.reason) || (typeof args[name] === 'string' && args[name].length > 2 && said(args[name], refusal.reason)));
  const own = steps.filter(step => step.rules.includes(refusal.rule));
  const weigh = step => (title(step, refusal.reason) ? 3 : 0) + Math.min(2, 2 * named(step).length);
  const [best] = (own.length ? own : steps).toSorted((a, b) => weigh(b) - weigh(a));
  const step = own.length || weigh(best) ? best : null;
  return { step, fields: step && !(title(step, refusal.reason) && named(step).every(name => name.length === 1)) ? named(step) : [] };
}
