-- The job queue, and the outbox for mails.

create table job (
  id         uuid primary key,
  -- The kinds are listed in the service; here only their shape is checked, so that a new one needs no migration.
  kind       text not null check (kind ~ '^[a-z_.-]+$'),
  payload    jsonb not null,
  -- Whose server it calls, to limit how many jobs call one owner's server at a time.
  party      text,
  -- Jobs of one lane run in the order of `place`.
  lane       text,
  place      bigserial,
  tries      smallint not null default 0,
  -- When it may be taken: the time of the next attempt, or the end of the lease of the process that works on it.
  due_at     timestamptz(3) not null default now(),
  lease      uuid,
  reason     text,
  dead_at    timestamptz(3),
  created_at timestamptz(3) not null default now()
);

create index job_due_at on job (due_at) where dead_at is null;
-- For the sweeper: a job may be due months after it was created, so its age does not matter.
create index job_due_at_all on job (due_at);
create index job_created_at on job (created_at);
create index job_own on job (due_at, id) where dead_at is null and party is null;
create index job_party on job (party, due_at, place) where dead_at is null and party is not null;
create index job_busy on job (party) where dead_at is null and lease is not null;
create index job_lane on job (lane, place) where dead_at is null and lane is not null;
-- Webhook deliveries whose last attempt was taken by a process that never reported back.
create index job_last_try on job (tries, due_at) where kind = 'webhook';
-- Booking mails before their first attempt: they wait for the link of the meeting.
create index job_unsent_mail on job using gin ((payload -> 'bookingIds') jsonb_path_ops)
  with (fastupdate = off)
  where kind = 'booking' and dead_at is null and lease is null and tries = 0;

-- Mails of a service without a mail server. Sealed, because some contain sign-in links.
create table outbox_mail (
  id         uuid primary key,
  sealed     text not null,
  created_at timestamptz(3) not null default now()
);

create index outbox_mail_created_at on outbox_mail (created_at);
