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
       created_at timestamptz(3) not null default now(),
       unique (team_id, account_id)
     )`,
    `create index if not exists membership_account on membership (account_id)`,
  ],
};
