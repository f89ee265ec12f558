-- State of the authorization server. With Redis, artifacts and rate limits are kept there and their tables stay empty.

-- Token families, sessions and interactions. `version` makes replacing one a compare-and-swap.
create table artifact (
  kind       text not null check (kind in ('family', 'session', 'interaction')),
  key        text not null,
  version    text not null,
  value      text not null,
  owner      text,
  expires_at timestamptz(3) not null,
  primary key (kind, key)
);

create index artifact_owner on artifact (kind, owner) where owner is not null;
create index artifact_expires_at on artifact (expires_at);

-- Rate limits. The columns and their order are those that rate-limiter-flexible writes.
create table throttle (
  key    varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

create index throttle_expire on throttle (expire);

-- Finds the grants that touch a team or organization. A grant itself is part of its token family: a row may name one
-- that has ended, but a live one is never missing. An empty list means no team, null means all, now and later.
create table place_grant (
  family_id        text primary key,
  account_id       integer not null references account (id) on delete cascade,
  client_id        text not null references client (id) on delete cascade,
  team_ids         integer[] default '{}',
  organization_ids integer[] default '{}',
  ends_at          timestamptz(3) not null
);

create index place_grant_account on place_grant (account_id);
create index place_grant_client on place_grant (client_id);
create index place_grant_ends_at on place_grant (ends_at);
