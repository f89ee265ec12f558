import type { Step } from './source.js';

export const grantedResources: Step = {
  name: '066-grant-reach',
  up: [
    // Which applications an organization admits.
    `alter table team add column if not exists only_listed_clients boolean not null default false`,
    `create table if not exists organization_client (
       organization_id integer not null references team (id) on delete cascade,
       client_id       text not null references client (id) on delete cascade,
       added_at        timestamptz(3) not null default now(),
       primary key (organization_id, client_id)
     )`,
    `create index if not exists organization_client_client on organization_client (client_id)`,
    // Grants live where tokens live. A row says where to look for one: it may name a grant that has ended, and never
    // misses one that lives. No ids at all is none, null is all of them, now and later.
    `create table if not exists place_grant (
       family_id    text primary key,
       account_id   integer not null references account (id) on delete cascade,
       client_id    text not null references client (id) on delete cascade,
       team_ids     integer[] default '{}',
       organization_ids integer[] default '{}',
       ends_at      timestamptz(3) not null
     )`,
    `create index if not exists place_grant_account on place_grant (account_id)`,
    `create index if not exists place_grant_client on place_grant (client_id)`,
    `create index if not exists place_grant_ends_at on place_grant (ends_at)`,
  ],
};
