// A link is exchanged for a seat; the ticket leaves the address bar at once.
import { post } from './lib/api.js';
import { t } from './lib/i18n.js';
import { begin, failed } from './lib/pages/frame.js';

await begin();
const token = location.hash.slice(1);
history.replaceState(null, '', location.pathname);
try {
  const { table } = await post('/api/join', { token });
  location.replace(`/t/${table}`);
} catch (problem) {
  failed(t('join.title'), problem);
}
