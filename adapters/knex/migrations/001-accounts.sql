-- People, and the ways in which they sign in.

create table account (
  id                      integer generated always as identity primary key,
  email                   text not null,
  -- Lower-cased by the service: lower() differs between the locales of databases.
  email_key               text not null unique,
  -- When mail to the address was last seen to arrive. Attendees of bookings are matched by verified address only.
  email_verified_at       timestamptz(3),
  username                text not null unique,
  name                    text not null,
  password_hash           text not null,
  admin                   boolean not null default false,
  disabled_at             timestamptz(3),
  time_zone               text not null default 'UTC',
  time_format             smallint not null default 12 check (time_format in (12, 24)),
  week_start              text not null default 'Sunday' check (week_start in
                            ('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday')),
  locale                  text not null default 'en',
  avatar_url              text,
  bio                     text,
  metadata                jsonb not null default '{}',
  -- Theme and colours of the booking pages, with the property names of the public API, returned as received.
  appearance              jsonb not null default '{}',
  booking_limits          jsonb not null default '{}',
  -- References a schedule (007-schedules.sql).
  default_schedule_id     integer,
  -- Where bookings are written; references a calendar (014-calendars.sql).
  destination_calendar_id integer,
  -- How a calendar counts that has not answered for an hour: all busy, or busy as it was last read.
  calendar_outage         text not null default 'block' check (calendar_outage in ('block', 'last_known')),
  created_at              timestamptz(3) not null default now()
);

create index account_disabled on account (id) where disabled_at is not null;

create table passkey (
  -- The credential id: an authenticator belongs to one account.
  id           text primary key,
  account_id   integer not null references account (id) on delete cascade,
  -- Limits an account to 20 passkeys, also when several are added at once.
  slot         smallint not null check (slot between 1 and 20),
  name         text not null,
  public_key   text not null,
  -- Four unsigned bytes (WebAuthn Level 3 section 6.1).
  counter      bigint not null check (counter between 0 and 4294967295),
  transports   jsonb not null default '[]',
  created_at   timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  unique (account_id, slot)
);

-- Password resets. The token of the link is derived from the id with the service's keys, and is never stored.
create table recovery (
  id         uuid primary key,
  account_id integer not null references account (id) on delete cascade,
  -- False for a link that an operator hands over: using it does not verify the address.
  mailed     boolean not null default true,
  expires_at timestamptz(3) not null,
  used_at    timestamptz(3)
);

create index recovery_account on recovery (account_id);
create index recovery_expires_at on recovery (expires_at);
