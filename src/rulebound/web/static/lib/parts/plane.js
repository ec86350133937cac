// A plane in yards, drawn to scale with a grid; those who stand close together are moved apart until they can be told apart.
import { s } from '../dom.js';
import { t } from '../i18n.js';
import { token } from './spot.js';

const WIDTH = 640, LEAST = 180, MOST = 460, EDGE = 44, AXIS = 26, APART = 40, LETTER = 8, STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/** @param {import('./map.js').MapShown} shown @param {Set<string>} mine */
export function planeMap({ spots }, mine) {
  const xs = spots.map(spot => spot.x), ys = spots.map(spot => spot.y);
  const west = Math.min(...xs, 0), south = Math.min(...ys, 0);
  const across = Math.max(...xs, 1) - west || 1, up = Math.max(...ys, 0) - south;
  const scale = Math.min((WIDTH - 2 * EDGE) / across, up ? (MOST - 2 * EDGE) / up : Infinity);
  const height = Math.max(LEAST, up * scale + 2 * EDGE + AXIS);
  const left = (WIDTH - across * scale) / 2, foot = (height - AXIS + up * scale) / 2;
  const place = (x, y) => [left + (x - west) * scale, foot - (y - south) * scale];
  const step = STEPS.find(size => size * scale >= 44) ?? STEPS.at(-1);
  const lines = [];
  for (let x = Math.ceil(west / step) * step; place(x, 0)[0] <= WIDTH; x += step) {
    lines.push(s('path', { class: 'grid', d: `M${place(x, 0)[0]} 0V${height - AXIS + 4}` }), s('text', { class: 'zt', x: place(x, 0)[0], y: height - 6 }, x));
  }
  for (let y = Math.floor((south - height / scale) / step) * step; place(0, y)[1] >= 0; y += step) lines.push(s('path', { class: 'grid', d: `M0 ${place(0, y)[1]}H${WIDTH}` }));
  const taken = [], placed = spots.map(spot => free(place(spot.x, spot.y), taken));
  return { width: WIDTH, height, parts: [lines, s('text', { class: 'zt end', x: WIDTH - 6, y: 18 }, t('map.scale', { n: step })), spots.map((spot, n) => {
    const [x, y] = placed[n];
    return [token(x, y, spot, mine.has(spot.id)), s('text', { class: 'zt', x, y: y + 32 }, fitting(spot.name, placed[n], taken))];
  })] };
}

function free([x, y], taken) {
  const aside = x > WIDTH / 2 ? -APART : APART;
  while (taken.some(([a, b]) => Math.abs(a - x) < APART && Math.abs(b - y) < APART)) x += aside;
  taken.push([x, y]);
  return [x, y];
}

/** As much of a name as there is room for between its neighbours and the edges. */
function fitting(name, [x, y], taken) {
  const beside = taken.filter(([a, b]) => a !== x && Math.abs(b - y) < APART).map(([a]) => Math.abs(a - x));
  const most = Math.floor(Math.min(2 * x, 2 * (WIDTH - x), ...beside) / LETTER);
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
}
