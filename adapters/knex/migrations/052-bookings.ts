import type { Step } from './source.js';

export const bookings: Step = {
  name: '052-bookings',
  up: [
    // When mail to the address was last seen to reach the person; who attends a booking is known by address alone.
    `alter table account add column if not exists email_verified_at timestamptz(3)`,
    `create table if not exists booking (
       id                   integer generated always as identity primary key,
       uid                  text not null unique,
       event_type_id        integer references event_type (id) on delete set null,
       title                text not null,
       description          text not null default '',
       status               text not null check (status in ('pending', 'accepted', 'cancelled', 'rejected')),
       -- A booking is never moved: rescheduling makes a new one, and the two name each other.
       starts_at            timestamptz(3) not null,
       ends_at              timestamptz(3) not null,
       location             jsonb,
       responses            jsonb not null default '{}',
       metadata             jsonb not null default '{}',
       guests               jsonb not null default '[]',
       ics_uid              text not null,
       ics_sequence         integer not null default 0,
       -- The bookings of one recurrence share it.
       recurring_uid        text,
       -- Seats that may be taken; absent when the whole time is one booking.
       seats                integer check (seats > 0),
       rescheduled_from_uid text,
       rescheduled_to_uid   text,
       reason               text,
       rescheduling_reason  text,
       changed_by_email     text,
       absent_host          boolean not null default false,
       created_at           timestamptz(3) not null default now(),
       updated_at           timestamptz(3) not null default now(),
       check (ends_at > starts_at)
     )`,
    `create index if not exists booking_event_type_time on booking (event_type_id, starts_at)`,
    `create index if not exists booking_recurring on booking (recurring_uid, starts_at)
       where recurring_uid is not null`,
    // Times are those of the booking, which never change, so that each host's calendar is one range of one index.
    // `busy_*` add the buffers that the event type had when it was booked.
    `create table if not exists booking_host (
       booking_id integer not null references booking (id) on delete cascade,
       account_id integer not null references account (id) on delete cascade,
       position   smallint not null default 0,
       starts_at  timestamptz(3) not null,
       busy_from  timestamptz(3) not null,
       busy_until timestamptz(3) not null,
       primary key (booking_id, account_id)
     )`,
    `create index if not exists booking_host_start on booking_host (account_id, starts_at, booking_id)`,
    `create index if not exists booking_host_busy on booking_host (account_id, busy_until, busy_from)`,
    `create table if not exists attendee (
       id           integer generated always as identity primary key,
       booking_id   integer not null references booking (id) on delete cascade,
       name         text not null,
       email        text not null,
       email_key    text not null,
       time_zone    text not null,
       language     text not null default 'en',
       phone_number text,
       absent       boolean not null default false,
       -- Only of a booking with seats; each seat answers the questions for itself.
       seat_uid     text unique,
       responses    jsonb,
       metadata     jsonb,
       created_at   timestamptz(3) not null default now()
     )`,
    `create index if not exists attendee_booking on attendee (booking_id, id)`,
    `create index if not exists attendee_email on attendee (email_key, booking_id)`,
    // What other systems keep of a booking: a calendar's event, a meeting room, a recording, a transcript, a session.
    `create table if not exists booking_record (
       id         integer generated always as identity primary key,
       booking_id integer not null references booking (id) on delete cascade,
       kind       text not null check (kind in ('reference', 'recording', 'transcript', 'session')),
       facts      jsonb not null,
       created_at timestamptz(3) not null default now()
     )`,
    `create index if not exists booking_record_booking on booking_record (booking_id, kind, id)`,
    // One answer for each key a caller made up; the key is kept as a hash.
    `create table if not exists idempotent_answer (
       key_hash     text primary key,
       request_hash text not null,
       answer       jsonb not null,
       expires_at   timestamptz(3) not null
     )`,
    `create index if not exists idempotent_answer_expires_at on idempotent_answer (expires_at)`,
  ],
};
