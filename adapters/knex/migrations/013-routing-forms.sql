-- Forms that lead to an event type, a page or a message, and their responses.

create table routing_form (
  id          text primary key,
  team_id     integer not null references team (id) on delete cascade,
  -- Who created it.
  account_id  integer references account (id) on delete set null,
  name        text not null,
  description text,
  position    integer not null,
  disabled    boolean not null default false,
  -- In the order in which fields are shown and routes are tried.
  fields      jsonb not null default '[]',
  routes      jsonb not null default '[]',
  fallback    jsonb not null,
  version     integer not null default 1,
  created_at  timestamptz(3) not null default now(),
  updated_at  timestamptz(3) not null default now()
);

create index routing_form_team on routing_form (team_id, position);

create table routing_form_response (
  id            integer generated always as identity primary key,
  form_id       text not null references routing_form (id) on delete cascade,
  filler_id     text not null unique,
  answers       jsonb not null,
  -- The action of the matching route at the time of the response.
  action        jsonb not null,
  fallback      boolean not null,
  event_type_id integer references event_type (id) on delete set null,
  booking_uid   text references booking (uid) on delete set null,
  -- Set while the response waits for its booking. Until then it does not count, and it expires.
  queued_id     text unique,
  created_at    timestamptz(3) not null default now(),
  updated_at    timestamptz(3) not null default now()
);

create index routing_form_response_form on routing_form_response (form_id, created_at, id);
-- For pages and spreadsheets, in order of arrival and of the last change.
create index routing_form_response_order on routing_form_response (form_id, id) where queued_id is null;
create index routing_form_response_updated on routing_form_response (form_id, updated_at, id)
  where queued_id is null;
create index routing_form_response_queued on routing_form_response (created_at) where queued_id is not null;
create index routing_form_response_booking on routing_form_response (booking_uid) where booking_uid is not null;
create index routing_form_response_event_type on routing_form_response (event_type_id)
  where event_type_id is not null;
