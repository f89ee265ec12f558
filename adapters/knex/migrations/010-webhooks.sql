-- Webhooks of people, teams, event types and clients, and their deliveries.

-- Belongs to a person, to a team or organization, or to one event type.
create table webhook (
  id               uuid primary key,
  -- The id in the public API.
  number           integer generated always as identity unique,
  account_id       integer references account (id) on delete cascade,
  team_id          integer references team (id) on delete cascade,
  event_type_id    integer references event_type (id) on delete cascade,
  subscriber_url   text not null,
  triggers         text[] not null,
  payload_template text,
  secret_sealed    text,
  -- As the owner set it; disabled_at is set by the service when the subscriber failed for too long.
  active           boolean not null,
  failing_since    timestamptz(3),
  disabled_at      timestamptz(3),
  disabled_reason  text,
  created_at       timestamptz(3) not null default now(),
  check (num_nonnulls(account_id, team_id, event_type_id) = 1)
);

-- By digest: a URL may be longer than an index entry.
create unique index webhook_account_url on webhook (account_id, md5(subscriber_url)) where account_id is not null;
create unique index webhook_team_url on webhook (team_id, md5(subscriber_url)) where team_id is not null;
create unique index webhook_event_type_url on webhook (event_type_id, md5(subscriber_url))
  where event_type_id is not null;

-- Notifies the developers of a client about its grants and secrets.
create table client_webhook (
  id              uuid primary key,
  client_id       text not null unique references client (id) on delete cascade,
  subscriber_url  text not null,
  secret_sealed   text not null,
  active          boolean not null default true,
  failing_since   timestamptz(3),
  disabled_at     timestamptz(3),
  disabled_reason text,
  created_at      timestamptz(3) not null default now()
);

create table webhook_delivery (
  id                uuid primary key,
  webhook_id        uuid references webhook (id) on delete cascade,
  client_webhook_id uuid references client_webhook (id) on delete cascade,
  trigger           text not null,
  lane              text not null,
  -- Exactly the bytes that are signed.
  body              text not null,
  state             text not null default 'waiting' check (state in ('waiting', 'delivered', 'dead')),
  tries             integer not null default 0,
  -- Of the last attempt, up to `failure`.
  tried_at          timestamptz(3),
  duration_ms       integer,
  status            smallint,
  answer            text,
  failure           text,
  created_at        timestamptz(3) not null,
  check (num_nonnulls(webhook_id, client_webhook_id) = 1)
);

create index webhook_delivery_of_webhook on webhook_delivery (webhook_id, id);
create index webhook_delivery_of_client on webhook_delivery (client_webhook_id, id);
create index webhook_delivery_waiting on webhook_delivery (lane, trigger) where state = 'waiting';
create index webhook_delivery_created_at on webhook_delivery (created_at);
