import type { Step } from './source.js';

export const bookerCodes: Step = {
  name: '071-booker-codes',
  up: [
    // One code that counts for each address that books an event type; it stands here as a keyed hash alone.
    `create table if not exists booker_code (
       event_type_id integer not null references event_type (id) on delete cascade,
       email_key     text not null,
       code_hash     text not null,
       tries         smallint not null default 0,
       expires_at    timestamptz(3) not null,
       primary key (event_type_id, email_key)
     )`,
    `create index if not exists booker_code_expires_at on booker_code (expires_at)`,
    // Bookings act on it now; before, it was shown alone and could only be false.
    `update event_type
       set settings = jsonb_set(settings #- '{appearance,requiresBookerEmailVerification}',
         '{requiresBookerEmailVerification}', 'false')
       where settings #> '{appearance,requiresBookerEmailVerification}' is not null`,
  ],
};
