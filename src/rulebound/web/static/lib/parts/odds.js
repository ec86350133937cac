// Chances: width is the chance. The figures stand in words beside the bar.
import { h, s } from '../dom.js';
import { fraction, share, t } from '../i18n.js';

/** @typedef {{says: string, p: string, percent: string}} Outcome */

const SHOWN = 5;

/** @param {Outcome[]} outcomes likeliest first */
function oddsBar(outcomes) {
  const words = outcomes.map(({ says, p }) => `${says} ${share(fraction(p))}`).join(', ');
  let from = 0;
  return s('svg', { class: 'mari', role: 'img', 'aria-label': words }, outcomes.map(({ p }, place) => {
    const width = fraction(p) * 100, x = from;
    from += width;
    return s('rect', { class: `shade${place % 5}`, x: `${x.toFixed(2)}%`, width: `${Math.max(0.3, width - 0.6).toFixed(2)}%`, y: 0, height: '100%' });
  }));
}

/** The likeliest outcome as one figure. @param {Outcome[]} outcomes */
export const likeliest = outcomes => outcomes.length > 0 && h('span', { class: 'pct' }, fraction(outcomes[0].p) === 1 ? t('odds.sure') : share(fraction(outcomes[0].p)),
  h('small', {}, outcomes[0].says));

/** Where these are the chances of a thing itself, without what may follow from it. @param {{apart?: string}} of */
export const ofItself = ({ apart }) => apart && h('p', { class: 'tiny quiet' }, t(apart));

/** The bar and what it is made of; the rare rest unfolds. @param {Outcome[]} outcomes */
export function odds(outcomes) {
  const line = ({ says, p }) => h('li', { title: p }, h('b', {}, share(fraction(p))), ' ', says);
  const rest = outcomes.slice(SHOWN);
  return [
    outcomes.length > 1 && oddsBar(outcomes),
    h('ul', { class: 'outs' }, outcomes.slice(0, SHOWN).map(line)),
    rest.length > 0 && h('details', { class: 'rest' }, h('summary', {}, t('odds.rest', { n: rest.length })), h('ul', { class: 'outs' }, rest.map(line))),
  ];
}
