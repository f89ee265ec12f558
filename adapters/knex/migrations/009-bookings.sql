-- Bookings, their hosts and attendees, and what protects making one: slot reservations, codes and idempotency keys.

create table booking (
  id                   integer generated always as identity primary key,
  uid                  text not null unique,
  event_type_id        integer references event_type (id) on delete set null,
  title                text not null,
  description          text not null default '',
  status               text not null check (status in ('pending', 'accepted', 'cancelled', 'rejected')),
  -- Never changes: rescheduling makes a new booking, and the two name each other (rescheduled_*_uid).
  starts_at            timestamptz(3) not null,
  ends_at              timestamptz(3) not null,
  location             jsonb,
  responses            jsonb not null default '{}',
  metadata             jsonb not null default '{}',
  -- Addresses; guest_details has what else was given for some of them.
  guests               jsonb not null default '[]',
  guest_details        jsonb not null default '[]',
  ics_uid              text not null,
  ics_sequence         integer not null default 0,
  -- Shared by the bookings of one recurrence.
  recurring_uid        text,
  -- Seats in all; null when one booking takes the whole time.
  seats                integer check (seats > 0),
  rescheduled_from_uid text,
  rescheduled_to_uid   text,
  -- A host asked for another time: the cancelled booking may be rescheduled until one is chosen.
  reschedule_requested boolean not null default false,
  reason               text,
  rescheduling_reason  text,
  changed_by_email     text,
  absent_host          boolean not null default false,
  created_at           timestamptz(3) not null default now(),
  updated_at           timestamptz(3) not null default now(),
  check (ends_at > starts_at)
);

create index booking_event_type_calendar on booking (event_type_id, starts_at, id)
  include (status, ends_at, recurring_uid, created_at, updated_at);
-- Round robin looks at who was booked lately.
create index booking_event_type_created on booking (event_type_id, created_at);
create index booking_recurring on booking (recurring_uid, starts_at) where recurring_uid is not null;
create index booking_ics_uid on booking (ics_uid);

-- The columns from event_type_id on repeat the booking, so that lists of bookings are filtered, sorted and counted from
-- one index of a host's calendar. Only the triggers below write them.
create table booking_host (
  booking_id    integer not null references booking (id) on delete cascade,
  account_id    integer not null references account (id) on delete cascade,
  position      smallint not null default 0,
  starts_at     timestamptz(3) not null,
  -- The time of the booking with the buffers that the event type had when it was booked.
  busy_from     timestamptz(3) not null,
  busy_until    timestamptz(3) not null,
  -- As booked. Not a reference: it stays when the event type is deleted.
  event_type_id integer,
  status        text,
  ends_at       timestamptz(3),
  recurring_uid text,
  created_at    timestamptz(3),
  updated_at    timestamptz(3),
  primary key (booking_id, account_id)
);

create index booking_host_calendar on booking_host (account_id, starts_at, booking_id)
  include (event_type_id, status, ends_at, recurring_uid, created_at, updated_at);
create index booking_host_busy on booking_host (account_id, busy_until, busy_from);

create function booking_host_reads_booking() returns trigger language plpgsql as $$
begin
  select event_type_id, status, ends_at, recurring_uid, created_at, updated_at
  into new.event_type_id, new.status, new.ends_at, new.recurring_uid, new.created_at, new.updated_at
  from booking where id = new.booking_id;
  return new;
end $$;

create trigger booking_host_reads_booking before insert on booking_host
  for each row execute function booking_host_reads_booking();

create function booking_tells_hosts() returns trigger language plpgsql as $$
begin
  update booking_host set status = new.status, ends_at = new.ends_at, recurring_uid = new.recurring_uid,
    created_at = new.created_at, updated_at = new.updated_at
  where booking_id = new.id;
  return null;
end $$;

create trigger booking_tells_hosts
  after update of status, ends_at, recurring_uid, created_at, updated_at on booking
  for each row execute function booking_tells_hosts();

create table attendee (
  id           integer generated always as identity primary key,
  booking_id   integer not null references booking (id) on delete cascade,
  name         text not null,
  email        text not null,
  -- Lower-cased by the service.
  email_key    text not null,
  time_zone    text not null,
  language     text not null default 'en',
  phone_number text,
  absent       boolean not null default false,
  -- Only in a booking with seats, where each attendee answers the questions separately.
  seat_uid     text unique,
  responses    jsonb,
  metadata     jsonb,
  created_at   timestamptz(3) not null default now()
);

create index attendee_booking on attendee (booking_id, id);
create index attendee_email on attendee (email_key, booking_id);
-- By digest: a name may be longer than an index entry.
create index attendee_name on attendee (md5(lower(name)), booking_id);

-- What other systems have for a booking: calendar events, recordings, transcripts, sessions of a meeting.
create table booking_record (
  id         integer generated always as identity primary key,
  booking_id integer not null references booking (id) on delete cascade,
  kind       text not null check (kind in ('reference', 'recording', 'transcript', 'session')),
  facts      jsonb not null,
  -- Id of the provider's message: one that is delivered twice is recorded once.
  told_id    text,
  created_at timestamptz(3) not null default now()
);

create index booking_record_booking on booking_record (booking_id, kind, id);
create unique index booking_record_told on booking_record (booking_id, kind, told_id) where told_id is not null;

-- Slots that are reserved while somebody fills in the booking form.
create table slot_hold (
  uid           text primary key,
  event_type_id integer not null references event_type (id) on delete cascade,
  starts_at     timestamptz(3) not null,
  ends_at       timestamptz(3) not null,
  expires_at    timestamptz(3) not null,
  -- A keyed hash of the caller; the address itself is not stored.
  holder        text not null,
  created_at    timestamptz(3) not null default now(),
  check (ends_at > starts_at)
);

create index slot_hold_event_type on slot_hold (event_type_id, starts_at);
create index slot_hold_holder on slot_hold (holder, expires_at);
create index slot_hold_expires_at on slot_hold (expires_at);

-- Verification codes of event types that ask bookers to confirm their address: one valid code for an address and an
-- event type, stored as a keyed hash only.
create table booker_code (
  event_type_id integer not null references event_type (id) on delete cascade,
  email_key     text not null,
  code_hash     text not null,
  tries         smallint not null default 0,
  expires_at    timestamptz(3) not null,
  primary key (event_type_id, email_key)
);

create index booker_code_expires_at on booker_code (expires_at);

-- Responses to POST requests with an idempotency key; the key is stored as a hash.
create table idempotent_answer (
  key_hash     text primary key,
  request_hash text not null,
  answer       jsonb not null,
  expires_at   timestamptz(3) not null
);

create index idempotent_answer_expires_at on idempotent_answer (expires_at);
