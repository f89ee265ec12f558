import type { Step } from './source.js';

export const routingForms: Step = {
  name: '065-routing-forms',
  up: [
    // Fields, routes and the fallback stand in the order in which they are shown and tried.
    `create table if not exists routing_form (
       id          text primary key,
       team_id     integer not null references team (id) on delete cascade,
       -- Who made it.
       account_id  integer references account (id) on delete set null,
       name        text not null,
       description text,
       position    integer not null,
       disabled    boolean not null default false,
       fields      jsonb not null default '[]',
       routes      jsonb not null default '[]',
       fallback    jsonb not null,
       version     integer not null default 1,
       created_at  timestamptz(3) not null default now(),
       updated_at  timestamptz(3) not null default now()
     )`,
    `create index if not exists routing_form_team on routing_form (team_id, position)`,
    // A queued one waits for a booking to be made with it; until then it is no response, and goes after a while.
    `create table if not exists routing_form_response (
       id            integer generated always as identity primary key,
       form_id       text not null references routing_form (id) on delete cascade,
       filler_id     text not null unique,
       answers       jsonb not null,
       -- What the route said when it was given.
       action        jsonb not null,
       fallback      boolean not null,
       event_type_id integer references event_type (id) on delete set null,
       booking_uid   text references booking (uid) on delete set null,
       queued_id     text unique,
       created_at    timestamptz(3) not null default now(),
       updated_at    timestamptz(3) not null default now()
     )`,
    `create index if not exists routing_form_response_form on routing_form_response (form_id, created_at, id)`,
    `create index if not exists routing_form_response_booking on routing_form_response (booking_uid)
       where booking_uid is not null`,
    `create index if not exists routing_form_response_event_type on routing_form_response (event_type_id)
       where event_type_id is not null`,
    `create index if not exists routing_form_response_queued on routing_form_response (created_at)
       where queued_id is not null`,
  ],
};
