-- What can be booked, and with whom.

create table event_type (
  id              integer generated always as identity primary key,
  -- A person's or a team's, never both.
  owner_id        integer references account (id) on delete cascade,
  team_id         integer references team (id) on delete cascade,
  -- The managed event type of a team that this one of a member was made from.
  parent_id       integer references event_type (id) on delete cascade,
  title           text not null,
  slug            text not null,
  length_minutes  integer not null check (length_minutes between 1 and 1440),
  hidden          boolean not null default false,
  -- How the hosts of a team's event type share its bookings.
  scheduling_type text check (scheduling_type in ('collective', 'round_robin', 'managed')),
  -- Every member of the team is a host, without a row in event_type_host.
  assign_all      boolean not null default false,
  schedule_id     integer references schedule (id) on delete set null,
  -- All other properties, with the names of the public API, validated before they are written.
  settings        jsonb not null default '{}',
  created_at      timestamptz(3) not null default now(),
  updated_at      timestamptz(3) not null default now(),
  check ((owner_id is null) <> (team_id is null)),
  constraint event_type_scheduling_type check (scheduling_type is null or team_id is not null)
);

create unique index event_type_owner_slug on event_type (owner_id, slug) where owner_id is not null;
create unique index event_type_team_slug on event_type (team_id, slug) where team_id is not null;
create index event_type_parent on event_type (parent_id) where parent_id is not null;
create index event_type_schedule on event_type (schedule_id) where schedule_id is not null;

-- References membership, so that a member who leaves the team hosts none of its event types.
create table event_type_host (
  event_type_id integer not null references event_type (id) on delete cascade,
  team_id       integer not null,
  account_id    integer not null,
  position      smallint not null,
  mandatory     boolean not null default false,
  priority      text not null default 'medium'
                  check (priority in ('lowest', 'low', 'medium', 'high', 'highest')),
  weight        integer not null default 100 check (weight > 0),
  primary key (event_type_id, account_id),
  foreign key (team_id, account_id) references membership (team_id, account_id) on delete cascade
);

create index event_type_host_member on event_type_host (team_id, account_id);

-- A member's copy of a managed event type is deleted when the member no longer hosts it.
alter table event_type add constraint event_type_managed_for
  foreign key (parent_id, owner_id) references event_type_host (event_type_id, account_id) on delete cascade;

-- Links with which anybody can book the event type. The id is the secret.
create table private_link (
  id            text primary key,
  event_type_id integer not null references event_type (id) on delete cascade,
  expires_at    timestamptz(3),
  max_uses      integer check (max_uses > 0),
  uses          integer not null default 0,
  created_at    timestamptz(3) not null default now(),
  check (max_uses is null or uses <= max_uses)
);

create index private_link_event_type on private_link (event_type_id, created_at);
