// For an address at which there is nothing.
import { t } from './lib/i18n.js';
import { begin, failed } from './lib/pages/frame.js';

await begin();
failed(t('lost.title'), { message: t('lost.words') });
