// The page's own words, one catalogue a language. What the table says comes from the server as it is.

export const LANGUAGES = { en: 'English', de: 'Deutsch' };
const KEPT = 'rulebound.language';

let words = {}, code = 'en';
let plural, numbers, shares, lists;

/** The language of the page: what was chosen here, else what the browser asks for. */
const wanted = () => {
  const liked = [localStorage.getItem(KEPT), ...navigator.languages].map(tag => tag?.slice(0, 2));
  return liked.find(tag => LANGUAGES[tag]) ?? 'en';
};

/** Reads the catalogue; call once, before anything is drawn. */
export async function speak() {
  code = wanted();
  words = await (await fetch(`/static/lang/${code}.json`)).json();
  plural = new Intl.PluralRules(code);
  numbers = new Intl.NumberFormat(code);
  shares = new Intl.NumberFormat(code, { style: 'percent', maximumFractionDigits: 1 });
  lists = new Intl.ListFormat(code, { type: 'conjunction' });
  document.documentElement.lang = code;
}

/** @param {string} tag */
export function setLanguage(tag) {
  localStorage.setItem(KEPT, tag);
  location.reload();
}

export const language = () => code;

/** The words for `key`, with {fields} filled in; with `n` the form for so many. @param {string} key @param {Object<string, any>} [fields] */
export function t(key, fields = {}) {
  const form = 'n' in fields ? words[`${key}.${plural.select(fields.n)}`] ?? words[`${key}.other`] ?? words[key] : words[key];
  return (form ?? key).replace(/\{(\w+)\}/g, (_, field) => typeof fields[field] === 'number' ? numbers.format(fields[field]) : fields[field] ?? '');
}

/** @param {number} value */
export const number = value => numbers.format(value);

/** A chance as the language writes it; never "0 %" or "100 %" for what is merely near. @param {number} value */
export function share(value) {
  if (value > 0 && value < 0.001) return `< ${shares.format(0.001)}`;
  if (value < 1 && value > 0.999) return `> ${shares.format(0.999)}`;
  return shares.format(value);
}

/** "5/18" as a number. @param {string} fraction */
export function fraction(fraction) {
  const [over, under] = fraction.split('/');
  if (!under) return Number(over);
  if (over.length < 16 && under.length < 16) return Number(over) / Number(under);
  // exact fractions can be longer than a double holds: scaled as whole numbers first
  return Number(BigInt(over) * 10n ** 15n / BigInt(under)) / 1e15;
}

/** @param {string[]} parts */
export const list = parts => lists.format(parts);
