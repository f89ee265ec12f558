import type { Step } from './source.js';

export const teams: Step = {
  name: '049-teams',
  up: [
    // An organization is a team that other teams belong to.
    `create table if not exists team (
       id              integer generated always as identity primary key,
       organization    boolean not null default false,
       organization_id integer references team (id) on delete cascade,
       name            text not null,
       slug            text not null,
       settings        jsonb not null default '{}',
       created_at      timestamptz(3) not null default now(),
       check (not organization or organization_id is null)
     )`,
    `create unique index if not exists team_slug_outside on team (slug) where organization_id is null`,
    `create unique index if not exists team_slug_inside on team (organization_id, slug)
       where organization_id is not null`,
    `create table if not exists membership (
       id         integer generated always as identity primary key,
       team_id    integer not null references team (id) on delete cascade,
       account_id integer not null references account (id) on delete cascade,
       role       text not null check (role in ('owner', 'admin', 'member')),
       accepted   boolean not null default false,
       -- The person said so, not an administrator for them: only then does the team reach what is theirs.
       agreed     boolean not null default false,
       invited_by integer references account (id) on delete set null,
       disable_impersonation boolean not null default false,
       created_at timestamptz(3) not null default now(),
       unique (team_id, account_id),
       check (accepted or not agreed)
     )`,
    `create index if not exists membership_account on membership (account_id)`,
    // The token of the link is kept as a keyed hash alone.
    `create table if not exists team_invite (
       id         integer generated always as identity primary key,
       team_id    integer not null references team (id) on delete cascade,
       token_hash text not null unique,
       invited_by integer not null references account (id) on delete cascade,
       expires_at timestamptz(3) not null,
       max_uses   integer not null check (max_uses > 0),
       uses       integer not null default 0,
       created_at timestamptz(3) not null default now(),
       check (uses <= max_uses)
     )`,
    `create index if not exists team_invite_team on team_invite (team_id, expires_at)`,
    `create index if not exists team_invite_expires_at on team_invite (expires_at)`,
    // How a person's pages look, in the names of the public API; shown as it was sent.
    `alter table account add column if not exists appearance jsonb not null default '{}'`,
  ],
};
