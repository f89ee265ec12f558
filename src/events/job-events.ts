/* Events of jobs that were given up. */
import { defineEvent } from './definition.js';
import { text } from './fact-schemas.js';

export const JOB_EVENTS = {
  'job.retried': defineEvent('A job that was given up is tried again.', { kind: text }),
  'job.discarded': defineEvent('A job that was given up was discarded.', { kind: text }),
};
