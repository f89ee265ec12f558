-- Teams, organizations and who belongs to them.

-- An organization is a team that other teams belong to.
create table team (
  id                  integer generated always as identity primary key,
  organization        boolean not null default false,
  organization_id     integer references team (id) on delete cascade,
  name                text not null,
  slug                text not null,
  settings            jsonb not null default '{}',
  -- Of an organization: only the applications in organization_client may act in it.
  only_listed_clients boolean not null default false,
  created_at          timestamptz(3) not null default now(),
  check (not organization or organization_id is null)
);

-- A slug is unique within its organization, or among the teams without one.
create unique index team_slug_outside on team (slug) where organization_id is null;
create unique index team_slug_inside on team (organization_id, slug) where organization_id is not null;

create table membership (
  id                    integer generated always as identity primary key,
  team_id               integer not null references team (id) on delete cascade,
  account_id            integer not null references account (id) on delete cascade,
  role                  text not null check (role in ('owner', 'admin', 'member')),
  accepted              boolean not null default false,
  -- Accepted by the member, not by an administrator on their behalf. Without it the team has no access to the
  -- member's own schedules and bookings.
  agreed                boolean not null default false,
  invited_by            integer references account (id) on delete set null,
  disable_impersonation boolean not null default false,
  created_at            timestamptz(3) not null default now(),
  unique (team_id, account_id),
  check (accepted or not agreed)
);

create index membership_account on membership (account_id);
-- Pages of members, oldest first.
create index membership_order on membership (team_id, id);

-- Links with which several people can join. Only a keyed hash of the token is stored.
create table team_invite (
  id         integer generated always as identity primary key,
  team_id    integer not null references team (id) on delete cascade,
  token_hash text not null unique,
  invited_by integer not null references account (id) on delete cascade,
  expires_at timestamptz(3) not null,
  max_uses   integer not null check (max_uses > 0),
  uses       integer not null default 0,
  created_at timestamptz(3) not null default now(),
  check (uses <= max_uses)
);

create index team_invite_team on team_invite (team_id, expires_at);
create index team_invite_expires_at on team_invite (expires_at);
