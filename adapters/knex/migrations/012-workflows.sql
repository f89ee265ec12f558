-- Messages that a team sends at certain moments of a booking or after a response to a form.

create table workflow (
  id           integer generated always as identity primary key,
  team_id      integer not null references team (id) on delete cascade,
  kind         text not null check (kind in ('event-type', 'routing-form')),
  author_id    integer references account (id) on delete set null,
  name         text not null,
  trigger      text not null,
  offset_value integer check (offset_value > 0),
  offset_unit  text check (offset_unit in ('minute', 'hour', 'day')),
  -- Applies to all event types or forms of the team, now and later.
  everywhere   boolean not null default false,
  created_at   timestamptz(3) not null default now(),
  updated_at   timestamptz(3) not null default now(),
  check ((offset_value is null) = (offset_unit is null))
);

create index workflow_team on workflow (team_id, kind, id);

create table workflow_event_type (
  workflow_id   integer not null references workflow (id) on delete cascade,
  event_type_id integer not null references event_type (id) on delete cascade,
  primary key (workflow_id, event_type_id)
);

create index workflow_event_type_event_type on workflow_event_type (event_type_id);

-- Not a reference to routing_form: a row for a deleted form has no effect.
create table workflow_form (
  workflow_id integer not null references workflow (id) on delete cascade,
  form_id     text not null,
  primary key (workflow_id, form_id)
);

create table workflow_step (
  id                integer generated always as identity primary key,
  workflow_id       integer not null references workflow (id) on delete cascade,
  number            integer not null,
  action            text not null check (action in
                      ('email_host', 'email_attendee', 'email_address', 'sms_attendee', 'sms_number')),
  template          text not null,
  sender            text not null,
  subject           text not null,
  html              text,
  text              text,
  calendar_event    boolean not null default false,
  -- Of a text message to the attendee: a booking must give a phone number.
  phone_required    boolean not null default false,
  -- The recipient of email_address and sms_number; once it is deleted, nothing is sent.
  verified_email_id integer references verified_email (id) on delete set null,
  verified_phone_id integer references verified_phone (id) on delete set null
);

create index workflow_step_workflow on workflow_step (workflow_id, number);
create index workflow_step_email on workflow_step (verified_email_id) where verified_email_id is not null;
create index workflow_step_phone on workflow_step (verified_phone_id) where verified_phone_id is not null;

-- One run of a workflow for one booking or response, at most once. The job that waits for due_at has the same id.
create table workflow_occasion (
  id          uuid primary key,
  workflow_id integer not null references workflow (id) on delete cascade,
  trigger     text not null,
  key         text not null,
  booking_id  integer references booking (id) on delete cascade,
  -- Set when it concerns one attendee only.
  attendee_id integer,
  response_id integer,
  due_at      timestamptz(3) not null,
  done_at     timestamptz(3),
  created_at  timestamptz(3) not null default now(),
  unique (workflow_id, booking_id, key),
  unique (workflow_id, response_id, key),
  check (num_nonnulls(booking_id, response_id) = 1)
);

create index workflow_occasion_booking on workflow_occasion (booking_id);
create index workflow_occasion_due on workflow_occasion (due_at);
