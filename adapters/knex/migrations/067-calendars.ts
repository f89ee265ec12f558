import type { Step } from './source.js';

export const calendars: Step = {
  name: '067-calendars',
  up: [
    `create table if not exists calendar_connection (
       id             integer generated always as identity primary key,
       account_id     integer not null references account (id) on delete cascade,
       kind           text not null check (kind in ('ics', 'apple', 'google', 'office365')),
       -- What tells two connections of one kind apart: an address, a user name.
       identity       text not null,
       -- What opens it, sealed: feeds' addresses, a password, tokens.
       credential     text not null,
       -- The other side refuses it: only the person can mend that.
       invalid        boolean not null default false,
       -- Who refreshes the tokens now, and until when that is believed.
       refresh_lease  text,
       refresh_until  timestamptz(3),
       created_at     timestamptz(3) not null default now(),
       unique (account_id, kind, identity)
     )`,
    `create table if not exists calendar (
       id            integer generated always as identity primary key,
       connection_id integer not null references calendar_connection (id) on delete cascade,
       external_id   text not null,
       name          text not null,
       is_primary    boolean not null,
       read_only     boolean not null,
       -- Its events keep the person from being booked.
       selected      boolean not null default false,
       -- What the other side calls this state of it, and when it was last read whole.
       etag          text,
       read_at       timestamptz(3),
       -- When it last answered; since when it has not; what is wrong, in words for the person.
       fetched_at    timestamptz(3),
       failing_since timestamptz(3),
       fault         text,
       refresh_at    timestamptz(3) not null default now(),
       unique (connection_id, external_id)
     )`,
    `create index if not exists calendar_refresh on calendar (refresh_at) where selected`,
    // Busy times as they were last read. The uid is the event's (RFC 5545 section 3.8.4.7).
    `create table if not exists calendar_span (
       calendar_id integer not null references calendar (id) on delete cascade,
       starts_at   timestamptz(3) not null,
       ends_at     timestamptz(3) not null,
       uid         text,
       check (ends_at > starts_at)
     )`,
    `create index if not exists calendar_span_time on calendar_span (calendar_id, ends_at)`,
    // Which event of which calendar stands for a booking; it moves with the booking, whose name in calendars stays.
    `create table if not exists calendar_event (
       account_id  integer not null references account (id) on delete cascade,
       ics_uid     text not null,
       calendar_id integer not null references calendar (id) on delete cascade,
       event_id    text not null,
       ical_uid    text not null,
       primary key (account_id, ics_uid)
     )`,
    `create index if not exists calendar_event_uid on calendar_event (account_id, ical_uid)`,
    `create index if not exists booking_ics_uid on booking (ics_uid)`,
    `alter table account add column if not exists destination_calendar_id integer
       references calendar (id) on delete set null`,
    // What a calendar means that has not answered for an hour.
    `alter table account add column if not exists calendar_outage text not null default 'block'
       check (calendar_outage in ('block', 'last_known'))`,
  ],
};
