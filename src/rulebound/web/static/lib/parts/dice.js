// Dice as they lay: pips for d6, numbers for the others. What a pool's text says about its dice is the kernel's notation, not a game's.
import { h, s } from '../dom.js';
import { t } from '../i18n.js';

const SPOTS = { 1: [[12, 12]], 2: [[7, 7], [17, 17]], 3: [[7, 7], [12, 12], [17, 17]], 4: [[7, 7], [17, 7], [7, 17], [17, 17]],
  5: [[7, 7], [17, 7], [12, 12], [7, 17], [17, 17]], 6: [[7, 6.5], [17, 6.5], [7, 12], [17, 12], [7, 17.5], [17, 17.5]] };

/** Whether a face is a success, as far as the pool's text says what one is. */
function scores(face, pool) {
  const [, from] = /d6h(\d?)/.exec(pool) ?? [], [, target] = /d20t(\d+)/.exec(pool) ?? [];
  return from !== undefined ? face >= (from || 5) : target !== undefined && face <= Number(target);
}

/** @param {string} face @param {string} pool @param {boolean} [bonus] a die that another one bought */
function die(face, pool, bonus = false) {
  const six = /d6|^\d+cd/.test(pool) && SPOTS[face], hit = scores(Number(face), pool);
  const words = [face, bonus && t('die.bonus'), hit && t('die.hit')].filter(Boolean).join(', ');
  return s('svg', { class: `die${hit ? ' hit' : ''}${bonus ? ' bonus' : ''}`, viewBox: '0 0 24 24', role: 'img', 'aria-label': words },
    six
      ? [s('rect', { class: 'b', x: 2, y: 2, width: 20, height: 20, rx: 4 }), SPOTS[face].map(([cx, cy]) => s('circle', { class: 'p', cx, cy, r: 2.1 }))]
      : [s('path', { class: 'b', d: 'M12 1.500 21.500 7v10L12 22.500 2.500 17V7z' }), s('text', { x: 12, y: 16, 'aria-hidden': 'true' }, face)]);
}

/** "6 1 +[4] / 3" drawn: what stands in brackets was bought, a stroke parts two sides. @param {string} faces @param {string} pool */
export function dice(faces, pool) {
  let bonus = false;
  const pools = pool.split(' vs ');
  let side = 0;
  return h('div', { class: 'dice' }, faces.match(/\d+|[[\]/]|[^\s\d[\]/+]+/g)?.map(part => {
    if (part === '[' || part === ']') { bonus = part === '['; return null; }
    if (part === '/') { side += 1; return h('span', { class: 'quiet' }, t('die.against')); }
    return /^\d+$/.test(part) ? die(part, pools[side] ?? pool, bonus) : h('span', {}, part);
  }));
}
