import type { Step } from './source.js';

export const slotHolds: Step = {
  name: '053-slot-holds',
  up: [
    `create table if not exists slot_hold (
       uid           text primary key,
       event_type_id integer not null references event_type (id) on delete cascade,
       starts_at     timestamptz(3) not null,
       ends_at       timestamptz(3) not null,
       expires_at    timestamptz(3) not null,
       -- A keyed hash of who holds it; the address itself stands nowhere.
       holder        text not null,
       created_at    timestamptz(3) not null default now(),
       check (ends_at > starts_at)
     )`,
    `create index if not exists slot_hold_event_type on slot_hold (event_type_id, starts_at)`,
    `create index if not exists slot_hold_holder on slot_hold (holder, expires_at)`,
    `create index if not exists slot_hold_expires_at on slot_hold (expires_at)`,
  ],
};
