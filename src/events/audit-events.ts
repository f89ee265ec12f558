/* Events of the audit log itself. */
import { defineEvent } from './definition.js';
import { text } from './fact-schemas.js';

export const AUDIT_EVENTS = {
  'audit.pruned': defineEvent('Old entries were deleted from the audit log.', { before: text }),
};
