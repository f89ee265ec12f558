-- Addresses and phone numbers that a person or a team has confirmed. Each row belongs to one of the two.

create table verified_email (
  id          serial primary key,
  account_id  integer references account (id) on delete cascade,
  team_id     integer references team (id) on delete cascade,
  email       text not null,
  -- Lower-cased by the service.
  email_key   text not null,
  verified_by integer references account (id) on delete set null,
  created_at  timestamptz(3) not null default now(),
  unique (account_id, email_key),
  unique (team_id, email_key),
  check (num_nonnulls(account_id, team_id) = 1)
);

create table verified_phone (
  id          serial primary key,
  account_id  integer references account (id) on delete cascade,
  team_id     integer references team (id) on delete cascade,
  -- E.164
  phone       text not null,
  verified_by integer references account (id) on delete set null,
  created_at  timestamptz(3) not null default now(),
  unique (account_id, phone),
  unique (team_id, phone),
  check (num_nonnulls(account_id, team_id) = 1)
);

-- One valid code for each address of an owner, stored as a keyed hash only.
create table verification_code (
  id          integer generated always as identity primary key,
  account_id  integer references account (id) on delete cascade,
  team_id     integer references team (id) on delete cascade,
  kind        text not null check (kind in ('email', 'phone')),
  address     text not null,
  address_key text not null,
  code_hash   text not null,
  tries       smallint not null default 0,
  expires_at  timestamptz(3) not null,
  unique (account_id, kind, address_key),
  unique (team_id, kind, address_key),
  check (num_nonnulls(account_id, team_id) = 1)
);

create index verification_code_expires_at on verification_code (expires_at);
