/* The questions before applications are removed. */
import type { Confirmation } from '../parts/confirmation.js';
import { isolated } from '../parts/text/isolated.js';
import { CONNECTED_APPS_TEXT } from './messages.js';

const AGAIN = 'What it has read and changed stays as it is. To use it again, you have to allow it again.';

/** `elsewhere`: other installations of the same application. */
export const confirmRemoval = (name: string, elsewhere: number): Confirmation => ({
  title: `Remove ${isolated(name)}?`,
  consequence: 'It loses access to your account within a second, and cannot get it back without you.',
  details: [AGAIN, ...(elsewhere > 0 ? [CONNECTED_APPS_TEXT.others(elsewhere)] : [])],
  submit: CONNECTED_APPS_TEXT.remove(name),
});

/** `names`: one for each installation. */
export const confirmRemovalOfAll = (names: readonly string[]): Confirmation => ({
  title: `Remove all ${names.length} applications?`,
  consequence: 'All of them lose access to your account within a second.',
  details: [
    [...new Set(names)].map(isolated).join(', '),
    'To use one of them again, you have to allow it again.',
  ],
  submit: CONNECTED_APPS_TEXT.removeAll,
});
