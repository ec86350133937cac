// Playing cards: "QH", "10S", "JK1". Open cards are pictures with names, hidden ones one fan of backs with a count.
import { h } from '../dom.js';
import { icon } from '../icons.js';
import { t } from '../i18n.js';

const CARD = /^(10|[2-9JQKA])([SHDC])$/;
const JOKER = /^JK\d?$/;
const FANNED = 7;

/** @param {string} text */
export const isCard = text => CARD.test(text) || JOKER.test(text);

/** What a card is called. @param {string} text */
export function cardName(text) {
  const [, rank, suit] = CARD.exec(text) ?? [];
  return rank ? t('card', { rank: /\d/.test(rank) ? rank : t(`card.${rank}`), suit: t(`card.${suit}`) }) : t('card.joker');
}

/** The face of a card. @param {string} text @param {string} [classes] */
export function cardFace(text, classes = '') {
  const [, rank, suit] = CARD.exec(text) ?? [];
  const drawn = suit ?? 'star';
  const looks = `card ${classes}${suit === 'H' || suit === 'D' ? ' red' : ''}${/[JQKA]/.test(rank ?? 'J') ? ' court' : ''}`;
  return h('span', { class: looks, role: 'img', 'aria-label': cardName(text) },
    h('span', { class: 'ix', 'aria-hidden': 'true' }, rank ?? '★', suit && icon(suit, 'suit')), icon(drawn, 'suit'));
}

/** A hand or a pile. @param {{name: string, cards: string[], face_down: number}} shown */
export function cards({ name, cards: open, face_down: down }) {
  const count = open.length + down;
  return h('div', { class: 'cards', key: `cards ${name}` },
    h('p', { class: 'label' }, name, ' ', h('span', { class: 'quiet' }, t('cards.count', { n: count }))),
    open.length > 0 && h('ol', { class: 'pile', tabindex: open.length > 4 ? 0 : null, 'aria-label': name }, open.map(card => h('li', {}, cardFace(card)))),
    down > 0 && fan(down));
}

/** @param {number} count */
const fan = count => h('span', { class: 'fan', role: 'img', 'aria-label': t('cards.down', { n: count }) },
  Array.from({ length: Math.min(count, FANNED) }, () => h('i', { class: 'card back small' })));
