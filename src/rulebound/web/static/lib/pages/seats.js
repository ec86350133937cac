// Who takes which seat of a new table.
import { byId, h } from '../dom.js';
import { t } from '../i18n.js';

/** @typedef {{id: string, role: string, name: string, who: string, renamed?: boolean}} Seat */

/** Three common ways to fill the seats; each can be changed seat by seat. */
export const WAYS = ['alone', 'friends', 'master'];
const WHO = ['me', 'friend', 'machine', 'nobody'];

/** A seat that the scene does not have. @param {Seat[]} seats @param {string} who @returns {Seat} */
export function newSeat(seats, who = 'friend') {
  let n = 1;
  while (seats.some(({ id }) => id === `player${n}`)) n += 1;
  return { id: `player${n}`, role: 'player', name: t('lobby.player', { n }), who, renamed: true };
}

/** @param {{seats: Seat[]}} scene @param {string} way @returns {Seat[]} */
export function seatsFor(scene, way) {
  const seats = scene.seats.map(seat => ({ ...seat }));
  for (let missing = way === 'alone' ? 1 : 2; missing > 0 && !seats.some(({ role, renamed }) => role === 'player' && !renamed); missing -= 1) seats.push(newSeat(seats));
  const mine = seats.find(({ role }) => (role === 'gm') === (way === 'master')) ?? seats[0];
  const others = way === 'alone' ? 'machine' : 'friend';
  for (const seat of seats) seat.who = seat === mine ? 'me' : seat.role === 'gm' ? 'machine' : others;
  return seats;
}

/** @param {Seat[]} seats @param {() => void} draw */
export const seatRows = (seats, draw) => h('ul', { class: 'seats' }, seats.map(seat => h('li', { key: seat.id },
  h('span', { class: 'grow' }, h('input', { class: 'input', id: `name-${seat.id}`, maxlength: 80, 'aria-label': t('lobby.seat_name', { role: t(`role.${seat.role}`) }),
    oninput: event => { Object.assign(seat, { name: event.target.value, renamed: true }); } })),
  h('span', { class: 'small quiet' }, t(`role.${seat.role}`)),
  h('select', { class: 'input', 'aria-label': t('lobby.who_sits', { name: seat.name }), id: `who-${seat.id}`, onchange: event => { place(seats, seat, event.target.value); draw(); } },
    WHO.map(who => h('option', { value: who }, t(`lobby.who.${who}`)))))));

/** Controls keep what people did to them: what was decided elsewhere is set by hand. @param {Seat[]} seats */
export function settle(seats) {
  for (const { id, who, name } of seats) {
    byId(`who-${id}`).value = who;
    byId(`name-${id}`).value = name;
  }
}

/** One seat is mine, always: taking another leaves the first to a machine. */
function place(seats, seat, who) {
  const mine = seats.find(other => other.who === 'me');
  if (who === 'me') mine.who = 'machine';
  if (seat !== mine || who === 'me') seat.who = who;
}
