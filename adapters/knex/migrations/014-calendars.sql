-- Connected calendars and conferencing apps.

create table calendar_connection (
  id            integer generated always as identity primary key,
  account_id    integer not null references account (id) on delete cascade,
  kind          text not null check (kind in ('ics', 'apple', 'google', 'office365')),
  -- Distinguishes connections of one kind: an address or a user name.
  identity      text not null,
  -- Sealed: addresses of feeds, a password, or tokens.
  credential    text not null,
  -- The provider refuses the credential since ended_at: the person has to connect again.
  invalid       boolean not null default false,
  ended_at      timestamptz(3),
  -- The process that refreshes the tokens now, and when its lease ends.
  refresh_lease text,
  refresh_until timestamptz(3),
  created_at    timestamptz(3) not null default now(),
  unique (account_id, kind, identity)
);

create table calendar (
  id              integer generated always as identity primary key,
  connection_id   integer not null references calendar_connection (id) on delete cascade,
  external_id     text not null,
  name            text not null,
  is_primary      boolean not null,
  read_only       boolean not null,
  -- Its events make the person unavailable.
  selected        boolean not null default false,
  -- The provider's version of what was last read in full, and when that was.
  etag            text,
  read_at         timestamptz(3),
  -- The last answer; since when there is none; the problem, in words for the person; when the person was notified of
  -- it, once for each outage.
  fetched_at      timestamptz(3),
  failing_since   timestamptz(3),
  fault           text,
  silence_told_at timestamptz(3),
  refresh_at      timestamptz(3) not null default now(),
  unique (connection_id, external_id)
);

create index calendar_refresh on calendar (refresh_at) where selected;

alter table account add foreign key (destination_calendar_id) references calendar (id) on delete set null;

-- Busy times as last read.
create table calendar_span (
  calendar_id integer not null references calendar (id) on delete cascade,
  starts_at   timestamptz(3) not null,
  ends_at     timestamptz(3) not null,
  -- Of the event (RFC 5545 section 3.8.4.7).
  uid         text,
  check (ends_at > starts_at)
);

create index calendar_span_time on calendar_span (calendar_id, ends_at);

-- The calendar event of a booking. It has the ics_uid of the booking, which stays the same when it is rescheduled.
create table calendar_event (
  account_id  integer not null references account (id) on delete cascade,
  ics_uid     text not null,
  calendar_id integer not null references calendar (id) on delete cascade,
  event_id    text not null,
  ical_uid    text not null,
  primary key (account_id, ics_uid)
);

create index calendar_event_uid on calendar_event (account_id, ical_uid);

-- Belongs to a person or to a team, never both.
create table conferencing_app (
  id            integer generated always as identity primary key,
  account_id    integer references account (id) on delete cascade,
  team_id       integer references team (id) on delete cascade,
  app           text not null check (app in ('jitsi', 'zoom', 'google-meet', 'office365-video')),
  -- Whose account at the provider is used.
  connected_by  integer not null references account (id) on delete cascade,
  -- Tokens of the provider, sealed; Jitsi needs none.
  credential    text,
  -- The provider refuses the credential since ended_at: it has to be connected again.
  invalid       boolean not null default false,
  ended_at      timestamptz(3),
  -- The process that refreshes the tokens now, and when its lease ends.
  refresh_lease text,
  refresh_until timestamptz(3),
  -- When no app is the default, Jitsi is.
  is_default    boolean not null default false,
  created_at    timestamptz(3) not null default now(),
  check ((account_id is null) <> (team_id is null)),
  check ((app = 'jitsi') = (credential is null))
);

create unique index conferencing_app_account on conferencing_app (account_id, app);
create unique index conferencing_app_team on conferencing_app (team_id, app);
create unique index conferencing_app_account_default on conferencing_app (account_id)
  where is_default and account_id is not null;
create unique index conferencing_app_team_default on conferencing_app (team_id)
  where is_default and team_id is not null;

-- The meeting of a booking. When the booking is rescheduled, the new one takes it over.
create table booking_meeting (
  booking_id          integer primary key references booking (id) on delete cascade,
  app                 text not null,
  -- Null for Jitsi, and once the app is disconnected.
  conferencing_app_id integer references conferencing_app (id) on delete set null,
  -- The provider's id.
  meeting_id          text not null,
  unique (app, meeting_id)
);
