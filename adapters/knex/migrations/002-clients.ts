import type { Step } from './source.js';

// Written out, not read from the catalogue: a step that has run must mean the same for ever.
const SCOPES = [
  'EVENT_TYPE_READ',
  'EVENT_TYPE_WRITE',
  'BOOKING_READ',
  'BOOKING_WRITE',
  'SCHEDULE_READ',
  'SCHEDULE_WRITE',
  'APPS_READ',
  'APPS_WRITE',
  'PROFILE_READ',
  'PROFILE_WRITE',
  'WEBHOOK_READ',
  'WEBHOOK_WRITE',
  'VERIFIED_RESOURCES_READ',
  'VERIFIED_RESOURCES_WRITE',
  'TEAM_EVENT_TYPE_READ',
  'TEAM_EVENT_TYPE_WRITE',
  'TEAM_BOOKING_READ',
  'TEAM_BOOKING_WRITE',
  'TEAM_SCHEDULE_READ',
  'TEAM_SCHEDULE_WRITE',
  'TEAM_PROFILE_READ',
  'TEAM_PROFILE_WRITE',
  'TEAM_MEMBERSHIP_READ',
  'TEAM_MEMBERSHIP_WRITE',
  'TEAM_APPS_READ',
  'TEAM_APPS_WRITE',
  'TEAM_ROUTING_FORM_READ',
  'TEAM_ROUTING_FORM_WRITE',
  'TEAM_WORKFLOW_READ',
  'TEAM_WORKFLOW_WRITE',
  'TEAM_VERIFIED_RESOURCES_READ',
  'TEAM_VERIFIED_RESOURCES_WRITE',
  'ORG_EVENT_TYPE_READ',
  'ORG_EVENT_TYPE_WRITE',
  'ORG_BOOKING_READ',
  'ORG_BOOKING_WRITE',
  'ORG_SCHEDULE_READ',
  'ORG_SCHEDULE_WRITE',
  'ORG_PROFILE_READ',
  'ORG_PROFILE_WRITE',
  'ORG_MEMBERSHIP_READ',
  'ORG_MEMBERSHIP_WRITE',
  'ORG_ROUTING_FORM_READ',
  'ORG_ROUTING_FORM_WRITE',
  'ORG_WEBHOOK_READ',
  'ORG_WEBHOOK_WRITE',
];

const scopeRows = SCOPES.map((name) => `('${name}')`).join(', ');

export const clients: Step = {
  name: '002-clients',
  up: [
    `create table if not exists scope (name text primary key)`,
    `insert into scope (name) values ${scopeRows} on conflict do nothing`,
    `create table if not exists client (
       id            text primary key,
       name          text not null,
       purpose       text not null,
       website       text,
       logo_url      text,
       kind          text not null check (kind in ('confidential', 'public')),
       status        text not null default 'pending'
                       check (status in ('pending', 'approved', 'rejected', 'suspended')),
       status_reason text,
       legacy        boolean not null default false,
       owner_id      integer not null references account (id),
       created_at    timestamptz(3) not null default now(),
       unique (id, kind)
     )`,
    `create index if not exists client_owner on client (owner_id)`,
    `create index if not exists client_not_approved on client (status) where status <> 'approved'`,
    `create table if not exists client_redirect_uri (
       client_id text not null references client (id) on delete cascade,
       ordinal   smallint not null check (ordinal between 0 and 9),
       uri       text not null check (length(uri) <= 2048),
       primary key (client_id, ordinal),
       unique (client_id, uri)
     )`,
    `create table if not exists client_scope (
       client_id text not null references client (id) on delete cascade,
       scope     text not null references scope (name),
       ordinal   smallint not null,
       primary key (client_id, scope)
     )`,
    // The second column of the reference makes a secret of a public client impossible.
    `create table if not exists client_secret (
       id           text primary key,
       client_id    text not null,
       client_kind  text not null default 'confidential' check (client_kind = 'confidential'),
       slot         smallint not null check (slot in (1, 2)),
       hash         text not null,
       hint         text not null check (length(hint) <= 4),
       created_at   timestamptz(3) not null default now(),
       last_used_at timestamptz(3),
       unique (client_id, slot),
       foreign key (client_id, client_kind) references client (id, kind) on delete cascade
     )`,
    `create table if not exists client_tester (
       client_id  text not null references client (id) on delete cascade,
       account_id integer not null references account (id) on delete cascade,
       primary key (client_id, account_id)
     )`,
    `create table if not exists standing_revision (
       only_row boolean primary key default true check (only_row),
       revision bigint not null
     )`,
    `insert into standing_revision (revision) values (1) on conflict do nothing`,
  ],
};
