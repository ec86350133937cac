// Modal dialogs: one at a time, closed by Escape or their button; focus goes back by itself.
import { h, newId } from '../dom.js';
import { icon } from '../icons.js';
import { t } from '../i18n.js';

/** @param {string} title @param {...import('../dom.js').Kid} body @returns {HTMLDialogElement} */
export function showDialog(title, ...body) {
  const name = newId();
  const dialog = h('dialog', { class: 'dialog', 'aria-labelledby': name, onclose: event => event.target === dialog && dialog.remove() },
    h('header', {}, h('h2', { id: name, class: 'voice' }, title),
      h('button', { class: 'btn plain', type: 'button', 'aria-label': t('close'), onclick: () => dialog.close() }, icon('close'))),
    h('div', { class: 'inside', tabindex: 0, role: 'group', 'aria-labelledby': name }, body));
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
