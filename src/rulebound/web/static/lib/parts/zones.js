// A map of zones: columns by how many steps a zone is from the first one, so that neighbours stand side by side.
import { s } from '../dom.js';
import { token } from './spot.js';

const WIDTH = 184, GAP_X = 20, GAP_Y = 24, HEAD = 34, ROW = 58, ACROSS = 3, PAD = 6, LETTERS = 18;

/** @param {import('./map.js').MapShown} shown @param {Set<string>} mine */
export function zoneMap({ spots, zones, links }, mine) {
  const inside = new Map(zones.map(([id]) => [id, spots.filter(spot => spot.zone === id)]));
  const columns = layers(zones.map(([id]) => id), links);
  const heights = new Map(zones.map(([id, name]) => [id, HEAD + (name.length > LETTERS ? 18 : 0) + Math.max(1, Math.ceil(inside.get(id).length / ACROSS)) * ROW]));
  const tall = Math.max(...columns.map(column => column.reduce((sum, id) => sum + heights.get(id) + GAP_Y, -GAP_Y)));
  const places = new Map();
  columns.forEach((column, place) => {
    const own = column.reduce((sum, id) => sum + heights.get(id) + GAP_Y, -GAP_Y);
    let y = PAD + (tall - own) / 2;
    for (const id of column) {
      places.set(id, { x: PAD + place * (WIDTH + GAP_X), y, height: heights.get(id) });
      y += heights.get(id) + GAP_Y;
    }
  });
  const parts = [
    links.filter(([a, b]) => places.has(a) && places.has(b)).map(([a, b]) => s('path', { class: 'edge', d: line(places.get(a), places.get(b)) })),
    zones.map(([id, name]) => zone(name, places.get(id), inside.get(id), mine)),
  ];
  return { width: 2 * PAD + columns.length * (WIDTH + GAP_X) - GAP_X, height: 2 * PAD + tall, parts };
}

/** Zones by their steps from the first; what cannot be reached from there begins a column of its own. */
function layers(ids, links) {
  const columns = [], left = new Set(ids);
  const next = id => links.flatMap(([a, b]) => a === id ? [b] : b === id ? [a] : []);
  while (left.size) {
    let column = [left.values().next().value];
    while (column.length) {
      columns.push(column);
      for (const id of column) left.delete(id);
      column = [...new Set(column.flatMap(next))].filter(id => left.has(id));
    }
  }
  return columns;
}

const middle = ({ x, y, height }) => [x + WIDTH / 2, y + height / 2];
const line = (a, b) => `M${middle(a).join(' ')} L${middle(b).join(' ')}`;

function zone(name, { x, y, height }, here, mine) {
  const own = here.some(spot => mine.has(spot.id));
  const lines = name.length > LETTERS ? split(name) : [name];
  const top = y + HEAD + (lines.length - 1) * 18 + 14;
  return s('g', {}, s('rect', { class: `zone${own ? ' here' : ''}`, x, y, width: WIDTH, height }),
    lines.map((text, place) => s('text', { class: 'zn', x: x + 10, y: y + 22 + place * 18 }, text)),
    here.map((spot, place) => {
      const cx = x + 32 + place % ACROSS * 60, cy = top + Math.floor(place / ACROSS) * ROW;
      return [token(cx, cy, spot, mine.has(spot.id)), s('text', { class: 'zt', x: cx, y: cy + 30 }, short(spot.name))];
    }));
}

const split = name => {
  const at = name.lastIndexOf(' ', LETTERS);
  return at < 1 ? [name.slice(0, LETTERS)] : [name.slice(0, at), name.slice(at + 1, at + LETTERS)];
};
const short = name => name.replace(/^the /i, '').replace(/^(.{5}).{2,}$/, '$1…');
