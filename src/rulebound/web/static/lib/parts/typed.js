// Real dice and cards, typed in: the cursor moves on by itself, Backspace in an empty box goes back.
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { isCard } from './cards.js';

const SUITS = { '♠': 'S', '♥': 'H', '♦': 'D', '♣': 'C' };

/** A box for each die. `faces` is filled as people type. @param {number[]} dice sides of each die @param {string[]} faces @param {() => void} changed */
export const typedDice = (dice, faces, changed) => boxes(Math.max(dice.length || 1, faces.length), faces, changed, place => {
  const sides = dice[place] ?? dice.at(-1) ?? 100;
  return {
    label: t('typed.die', { n: place + 1, sides }), attributes: { inputmode: 'numeric', maxlength: String(sides).length, autocomplete: 'off' },
    clean: text => text.replace(/\D/g, ''), full: text => Number(text) * 10 > sides || text.length >= String(sides).length,
  };
});

/** A box for each card, such as QH. @param {number} count @param {string[]} faces @param {() => void} changed */
export const typedCards = (count, faces, changed) => boxes(Math.max(count, faces.length), faces, changed, place => ({
  label: t('typed.card', { n: place + 1 }), attributes: { maxlength: 3, autocapitalize: 'characters', autocomplete: 'off', spellcheck: 'false', class: 'wide' },
  clean: readCard, full: text => isCard(text) && text !== 'JK',
}));

/** "q♥" or "th" as the table writes it. @param {string} text */
export const readCard = text => text.trim().toUpperCase().replace(/[♠♥♦♣]/g, suit => SUITS[suit]).replace(/^T(?=[SHDC]$)/, '10');

function boxes(count, faces, changed, describe) {
  return h('div', { class: 'typed', role: 'group', 'aria-label': t('typed.yours') }, Array.from({ length: count }, (_, place) => {
    const { label, attributes, clean, full } = describe(place);
    const move = (input, step) => input.parentElement.children[place + step]?.focus();
    return h('input', {
      key: `typed ${place}`, type: 'text', 'aria-label': label, value: faces[place] ?? '', ...attributes,
      oninput: event => {
        const input = event.target;
        faces[place] = input.value = clean(input.value);
        changed();
        if (full(input.value)) move(input, 1);
      },
      onkeydown: event => {
        if (event.key !== 'Backspace' || event.target.value) return;
        event.preventDefault();
        move(event.target, -1);
      },
      onpaste: event => {
        const parts = event.clipboardData.getData('text').split(/[\s,]+/).filter(Boolean);
        if (parts.length < 2) return;
        event.preventDefault();
        const inputs = [...event.target.parentElement.children].slice(place);
        parts.slice(0, inputs.length).forEach((part, at) => { faces[place + at] = inputs[at].value = clean(part); });
        changed();
      },
    });
  }));
}
