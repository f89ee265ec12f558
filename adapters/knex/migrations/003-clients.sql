-- The client registry: registered applications, their secrets, pending changes and usage.

-- The scopes that a client can be given. The list is repeated here, not read from the catalogue of the service: a
-- migration must do the same in every version.
create table scope (name text primary key);

insert into scope (name) values
  ('EVENT_TYPE_READ'),
  ('EVENT_TYPE_WRITE'),
  ('BOOKING_READ'),
  ('BOOKING_WRITE'),
  ('SCHEDULE_READ'),
  ('SCHEDULE_WRITE'),
  ('APPS_READ'),
  ('APPS_WRITE'),
  ('PROFILE_READ'),
  ('PROFILE_WRITE'),
  ('WEBHOOK_READ'),
  ('WEBHOOK_WRITE'),
  ('VERIFIED_RESOURCES_READ'),
  ('VERIFIED_RESOURCES_WRITE'),
  ('TEAM_EVENT_TYPE_READ'),
  ('TEAM_EVENT_TYPE_WRITE'),
  ('TEAM_BOOKING_READ'),
  ('TEAM_BOOKING_WRITE'),
  ('TEAM_SCHEDULE_READ'),
  ('TEAM_SCHEDULE_WRITE'),
  ('TEAM_PROFILE_READ'),
  ('TEAM_PROFILE_WRITE'),
  ('TEAM_MEMBERSHIP_READ'),
  ('TEAM_MEMBERSHIP_WRITE'),
  ('TEAM_APPS_READ'),
  ('TEAM_APPS_WRITE'),
  ('TEAM_ROUTING_FORM_READ'),
  ('TEAM_ROUTING_FORM_WRITE'),
  ('TEAM_WORKFLOW_READ'),
  ('TEAM_WORKFLOW_WRITE'),
  ('TEAM_VERIFIED_RESOURCES_READ'),
  ('TEAM_VERIFIED_RESOURCES_WRITE'),
  ('ORG_EVENT_TYPE_READ'),
  ('ORG_EVENT_TYPE_WRITE'),
  ('ORG_BOOKING_READ'),
  ('ORG_BOOKING_WRITE'),
  ('ORG_SCHEDULE_READ'),
  ('ORG_SCHEDULE_WRITE'),
  ('ORG_PROFILE_READ'),
  ('ORG_PROFILE_WRITE'),
  ('ORG_MEMBERSHIP_READ'),
  ('ORG_MEMBERSHIP_WRITE'),
  ('ORG_ROUTING_FORM_READ'),
  ('ORG_ROUTING_FORM_WRITE'),
  ('ORG_WEBHOOK_READ'),
  ('ORG_WEBHOOK_WRITE');

-- Content-addressed: a picture is stored once, however many clients and proposals show it. One that none shows is
-- swept a day after held_at, the time of its last use in a form.
create table client_logo (
  hash    text primary key check (hash ~ '^[0-9a-f]{64}$'),
  png     bytea not null check (octet_length(png) <= 1048576),
  held_at timestamptz(3) not null default now()
);

create table client (
  id              text primary key,
  name            text not null,
  purpose         text not null,
  website         text,
  logo            text references client_logo (hash),
  logo_url        text,
  kind            text not null check (kind in ('confidential', 'public')),
  status          text not null default 'pending'
                    check (status in ('pending', 'approved', 'rejected', 'suspended')),
  status_reason   text,
  legacy          boolean not null default false,
  -- May introspect the tokens of other clients (RFC 7662).
  resource_server boolean not null default false,
  owner_id        integer not null references account (id),
  -- Null: the client belongs to its owner alone. A team that has clients cannot be deleted.
  team_id         integer references team (id),
  -- Counts edits, so that a form that shows an older version is refused.
  version         integer not null default 1,
  edited_at       timestamptz(3),
  created_at      timestamptz(3) not null default now(),
  unique (id, kind),
  -- Introspection requires client authentication (RFC 7662 section 2.1).
  constraint client_resource_server_has_secret check (not resource_server or kind = 'confidential')
);

create index client_owner on client (owner_id);
create index client_team on client (team_id) where team_id is not null;
create index client_not_approved on client (status) where status <> 'approved';
create index client_by_logo on client (logo) where logo is not null;

create table client_redirect_uri (
  client_id text not null references client (id) on delete cascade,
  ordinal   smallint not null check (ordinal between 0 and 9),
  uri       text not null check (length(uri) <= 2048),
  primary key (client_id, ordinal),
  unique (client_id, uri)
);

create table client_scope (
  client_id text not null references client (id) on delete cascade,
  scope     text not null references scope (name),
  ordinal   smallint not null,
  primary key (client_id, scope)
);

create table client_secret (
  id                text primary key,
  client_id         text not null,
  -- Part of the reference to client, so that a public client cannot have a secret.
  client_kind       text not null default 'confidential' check (client_kind = 'confidential'),
  -- Two secrets at most, so that one can be replaced without an interruption.
  slot              smallint not null check (slot in (1, 2)),
  hash              text not null,
  hint              text not null check (length(hint) <= 4),
  created_at        timestamptz(3) not null default now(),
  last_used_at      timestamptz(3),
  last_used_network text,
  last_used_agent   text,
  -- Since when uses are recorded. Before that, an empty last_used_at does not say that the secret is unused.
  counted_since     timestamptz(3) not null default now(),
  unique (client_id, slot),
  foreign key (client_id, client_kind) references client (id, kind) on delete cascade
);

-- Who may authorize a client before it is approved.
create table client_tester (
  client_id  text not null references client (id) on delete cascade,
  account_id integer not null references account (id) on delete cascade,
  primary key (client_id, account_id)
);

-- Who registered, edited or owned a client. They must not review it.
create table client_maker (
  client_id  text not null references client (id) on delete cascade,
  account_id integer not null references account (id) on delete cascade,
  primary key (client_id, account_id)
);

-- A revision of a client that waits for review, or with a refusal, was rejected.
create table client_proposal (
  client_id     text primary key references client (id) on delete cascade,
  name          text not null,
  website       text,
  logo          text references client_logo (hash),
  redirect_uris jsonb not null check (jsonb_array_length(redirect_uris) between 1 and 10),
  scopes        jsonb not null,
  refusal       text,
  proposed_at   timestamptz(3) not null default now()
);

create index client_proposal_by_logo on client_proposal (logo) where logo is not null;

-- Ids of removed clients: their tokens are refused, and no other client can get the id.
create table removed_client (
  id         text primary key,
  removed_at timestamptz(3) not null default now()
);

create index removed_client_at on removed_client (removed_at);

-- The applications that an organization with only_listed_clients admits.
create table organization_client (
  organization_id integer not null references team (id) on delete cascade,
  client_id       text not null references client (id) on delete cascade,
  added_at        timestamptz(3) not null default now(),
  primary key (organization_id, client_id)
);

create index organization_client_client on organization_client (client_id);

-- Usage a day. There is no reference to client: a count must neither wait for an edit of the client nor delay one.
-- Rows of removed clients are swept.
create table client_use (
  client_id text not null,
  kind      text not null check (kind in ('token', 'call', 'authorization')),
  name      text not null,
  day       date not null,
  uses      bigint not null check (uses > 0),
  last_at   timestamptz(3) not null,
  primary key (client_id, kind, name, day)
);

create index client_use_day on client_use (day);

-- Makes counting idempotent: a batch whose acknowledgement was lost is sent again with the same id.
create table client_use_batch (
  id text primary key,
  at timestamptz(3) not null default now()
);

create index client_use_batch_at on client_use_batch (at);

-- One number that changes whenever a client or an account may act no longer, or again, so that processes know when to
-- read their blocklist again.
create table standing_revision (
  only_row boolean primary key default true check (only_row),
  revision bigint not null
);

insert into standing_revision (revision) values (1);
