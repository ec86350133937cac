// Notices: said once, politely, and put away by hand.
import { h } from '../dom.js';
import { icon } from '../icons.js';
import { t } from '../i18n.js';
import { refusalBox } from './rule.js';

/** `say`: a key of the catalogue, for what happens before it has been read.
 * @typedef {{key: string, words?: string, say?: string, bad?: boolean, refusal?: import('../api.js').Refusal, lasting?: boolean}} Notice */

/** @param {Notice} notice @param {() => void} away */
export const noticeBox = ({ key, say, words = say && t(say), bad, refusal, lasting }, away) => h('div', { class: `notice${bad ? ' bad2' : ''}`, key: `notice ${key}` },
  refusal ? refusalBox(refusal, { role: null }) : h('span', {}, words),
  !lasting && h('button', { class: 'btn plain mini', type: 'button', 'aria-label': t('close'), onclick: away }, icon('close')));
