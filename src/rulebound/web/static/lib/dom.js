// Elements are described by plain functions and laid over what is there: nodes that stay keep their focus, scroll, open state and
// half-typed text. Text goes in as text nodes only, never as markup.

const SVG = 'http://www.w3.org/2000/svg';
const USERS_OWN = new Set(['open', 'checked', 'selected']);
/** Marks by which a name could turn round the words that stand beside it. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** @typedef {Node | string | number | null | undefined | false} Kid */

/** An HTML element. `key` tells siblings apart; `keep` leaves the inside to whoever made it; `on...` are handlers.
 * @param {string} tag @param {Object<string, any>?} [attributes] @param {...(Kid | Kid[])} kids */
export const h = (tag, attributes, ...kids) => dress(document.createElement(tag), attributes, kids);

/** An SVG element. @param {string} tag @param {Object<string, any>?} [attributes] @param {...(Kid | Kid[])} kids */
export const s = (tag, attributes, ...kids) => dress(document.createElementNS(SVG, tag), attributes, kids);

/** What stands between backticks is to be typed as it is. @param {string} text */
export const prose = text => text.split('`').map((part, place) => place % 2 ? h('code', {}, part) : part);

function dress(element, attributes, kids) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) (element.handlers ??= {})[name] = element[name] = value;
    else if (name === 'value') element.value = value;
    else element.setAttribute(name === 'key' ? 'data-key' : name, value === true ? '' : value);
  }
  element.append(...nodes(kids));
  return element;
}

/** Nodes that are in the page already are not torn out of it: a comment stands in until they are in their place. */
const nodes = kids => kids.flat(Infinity).filter(kid => kid !== null && kid !== undefined && kid !== false).map(kid => {
  if (!(kid instanceof Node)) return document.createTextNode(String(kid).replace(TURNING, ''));
  return kid.isConnected ? Object.assign(document.createComment(''), { standsFor: kid }) : kid;
});

/** Makes the children of `parent` like `kids`, in place. @param {Element} parent @param {...(Kid | Kid[])} kids */
export const fill = (parent, ...kids) => lay(parent, nodes(kids));

const keyOf = node => node.nodeType === 1 ? node.getAttribute('data-key') ?? node.getAttribute('id') : null;
const alike = (a, b) => a.nodeName === b.nodeName && a.type === b.type && keyOf(a) === keyOf(b);

function lay(parent, wanted) {
  const staying = new Set(wanted.map(node => keyOf(node.standsFor ?? node)));
  const keyed = new Map();
  for (const node of parent.childNodes) if (keyOf(node) !== null) keyed.set(keyOf(node), node);
  let here = parent.firstChild;
  const drop = () => { const gone = here; here = here.nextSibling; gone.remove(); };
  for (const fresh of wanted) {
    // what is not wanted any more goes first, so that what stays need not move: moving would lose the focus
    while (here && keyOf(here) !== null && !staying.has(keyOf(here))) drop();
    const old = fresh.standsFor ?? match(here, fresh, keyed);
    if (old && old === here) here = here.nextSibling;
    else parent.insertBefore(old ?? fresh, here);
    if (!old) settle(fresh);
    else if (!fresh.standsFor) become(old, fresh);
  }
  while (here) drop();
}

function match(here, fresh, keyed) {
  const key = keyOf(fresh);
  if (key !== null) {
    const old = keyed.get(key);
    return old && alike(old, fresh) ? old : null;
  }
  for (let node = here; node; node = node.nextSibling) if (keyOf(node) === null && alike(node, fresh)) return node;
  return null;
}

/** Puts those that were stood for into a tree that is new. */
function settle(tree) {
  const seen = document.createTreeWalker(tree, NodeFilter.SHOW_COMMENT), found = [];
  while (seen.nextNode()) if (seen.currentNode.standsFor) found.push(seen.currentNode);
  for (const comment of found) comment.replaceWith(comment.standsFor);
}

function become(old, fresh) {
  if (old.nodeType !== 1) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  if (old.hasAttribute('keep')) return;
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !USERS_OWN.has(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) {
    if (USERS_OWN.has(name) || old.getAttribute(name) === value) continue;
    // the page's policy forbids the attribute, not the property
    if (name === 'style') old.style.cssText = value; else old.setAttribute(name, value);
  }
  for (const name in old.handlers) if (!fresh.handlers?.[name]) old[name] = null;
  for (const name in fresh.handlers) old[name] = fresh.handlers[name];
  old.handlers = fresh.handlers;
  if (old.nodeName !== 'TEXTAREA') lay(old, [...fresh.childNodes]);
}

/** A part that is drawn anew only when what it shows has been replaced. @param {(shown: any, ...more: any[]) => Element} draw */
export function remember(draw) {
  const drawn = new Map();
  return (key, shown, ...more) => {
    const known = drawn.get(key);
    if (known?.shown === shown) return known.node;
    const fresh = draw(shown, ...more);
    const node = known && alike(known.node, fresh) ? known.node : fresh;
    if (node !== fresh) become(node, fresh);
    drawn.set(key, { shown, node });
    return node;
  };
}

/** @param {string} id @returns {HTMLElement} */
export const byId = id => document.getElementById(id);

let made = 0;
/** An id that nothing else has. */
export const newId = () => `n${++made}`;

/** Words for a screen reader only. @param {Kid} text @param {object} [attributes] */
export const unseen = (text, attributes) => h('span', { class: 'vh', ...attributes }, text);
