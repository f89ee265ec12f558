import type { Step } from './source.js';

/** Where tables grow long, what is asked of them often is one range of one index. */
export const longTables: Step = {
  name: '074-long-tables',
  up: [
    // Mails about a booking that nobody has begun to send; they wait for the link of its meeting.
    `create index if not exists job_unsent_mail on job using gin ((payload -> 'bookingIds') jsonb_path_ops)
       with (fastupdate = off)
       where kind = 'booking' and dead_at is null and lease is null and tries = 0`,
    // Deliveries that a process took for the last time and never brought back.
    `create index if not exists job_last_try on job (tries, due_at) where kind = 'webhook'`,
    // Responses in the order in which they came, for pages and for spreadsheets, and as they were last changed.
    `create index if not exists routing_form_response_order on routing_form_response (form_id, id)
       where queued_id is null`,
    `create index if not exists routing_form_response_updated on routing_form_response (form_id, updated_at, id)
       where queued_id is null`,
    `create index if not exists membership_order on membership (team_id, id)`,
  ],
};
