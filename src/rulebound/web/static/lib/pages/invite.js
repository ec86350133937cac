// Invitations: a link and its code for every seat that somebody else takes. They are shown once.
import { postText } from '../api.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { button, panel } from './frame.js';

/** @param {{table: string, links: {seat: string, name: string, role: string, link: string}[]}} made */
export const invitations = made => [
  h('div', { class: 'strip', key: 'enter' }, h('p', { class: 'lede' }, t('invite.about')), h('a', { class: 'btn go', id: 'enter', href: `/t/${made.table}` }, t('invite.enter'))),
  h('div', { class: 'twocol', key: 'links' }, made.links.map(invitation)),
];

function invitation({ seat, name, role, link }) {
  const picture = h('img', { class: 'qr', alt: t('menu.qr', { name }), keep: true });
  postText('/api/qr', { text: link }).then(svg => { picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`; }, () => {});
  const said = h('span', { class: 'small good', role: 'status' });
  const copy = () => navigator.clipboard.writeText(link).then(() => { said.textContent = t('invite.copied'); }, () => { said.textContent = t('invite.by_hand'); });
  return h('div', { key: seat }, panel(name, t(`role.${role}`), h('div', { class: 'invite' }, picture, h('code', { class: 'link' }, link),
    button(t('menu.copy'), copy, { 'aria-label': `${t('menu.copy')}: ${name}` }), said)));
}
