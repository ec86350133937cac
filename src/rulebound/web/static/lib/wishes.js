// What this browser remembers of how its person likes the page.

const PREFIX = 'rulebound.';

/** @param {string} name @param {string} otherwise */
export const wish = (name, otherwise) => localStorage.getItem(PREFIX + name) ?? otherwise;

/** @param {string} name @param {string} value */
export const setWish = (name, value) => localStorage.setItem(PREFIX + name, value);

/** Light or dark as chosen here; nothing chosen leaves it to the system. */
export function applyTheme() {
  const theme = wish('theme', '');
  if (theme) document.documentElement.dataset.theme = theme;
}

export function toggleTheme() {
  const shown = document.documentElement.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  setWish('theme', shown === 'dark' ? 'light' : 'dark');
  applyTheme();
}
