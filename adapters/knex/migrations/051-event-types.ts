import type { Step } from './source.js';

export const eventTypes: Step = {
  name: '051-event-types',
  up: [
    // `settings`: everything else an event type says, in the names of the public API, checked before it is written.
    `create table if not exists event_type (
       id             integer generated always as identity primary key,
       owner_id       integer references account (id) on delete cascade,
       team_id        integer references team (id) on delete cascade,
       parent_id      integer references event_type (id) on delete cascade,
       title          text not null,
       slug           text not null,
       length_minutes integer not null check (length_minutes between 1 and 1440),
       hidden         boolean not null default false,
       schedule_id    integer references schedule (id) on delete set null,
       settings       jsonb not null default '{}',
       created_at     timestamptz(3) not null default now(),
       updated_at     timestamptz(3) not null default now(),
       check ((owner_id is null) <> (team_id is null))
     )`,
    `create unique index if not exists event_type_owner_slug on event_type (owner_id, slug)
       where owner_id is not null`,
    `create unique index if not exists event_type_team_slug on event_type (team_id, slug)
       where team_id is not null`,
    `create index if not exists event_type_parent on event_type (parent_id) where parent_id is not null`,
    `create index if not exists event_type_schedule on event_type (schedule_id) where schedule_id is not null`,
    // The id is the secret of the link: whoever has it may book.
    `create table if not exists private_link (
       id            text primary key,
       event_type_id integer not null references event_type (id) on delete cascade,
       expires_at    timestamptz(3),
       max_uses      integer check (max_uses > 0),
       uses          integer not null default 0,
       created_at    timestamptz(3) not null default now(),
       check (max_uses is null or uses <= max_uses)
     )`,
    `create index if not exists private_link_event_type on private_link (event_type_id, created_at)`,
  ],
};
