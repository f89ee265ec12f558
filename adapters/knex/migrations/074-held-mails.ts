import type { Step } from './source.js';

export const heldMails: Step = {
  name: '074-held-mails',
  up: [
    // Mails about a booking that nobody has begun to send wait for the link of its meeting.
    `create index if not exists job_unsent_mail on job using gin ((payload -> 'bookingIds') jsonb_path_ops)
       with (fastupdate = off)
       where kind = 'booking' and dead_at is null and lease is null and tries = 0`,
  ],
};
