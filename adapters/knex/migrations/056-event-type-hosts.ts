import type { Step } from './source.js';

export const eventTypeHosts: Step = {
  name: '056-event-type-hosts',
  up: [
    // How the hosts of a team's event type come together; a person's has none.
    `alter table event_type add column if not exists scheduling_type text
       check (scheduling_type in ('collective', 'round_robin', 'managed'))`,
    `alter table event_type drop constraint if exists event_type_scheduling_type`,
    `alter table event_type add constraint event_type_scheduling_type
       check (scheduling_type is null or team_id is not null)`,
    // Whoever is in the team hosts it, and needs no row for that.
    `alter table event_type add column if not exists assign_all boolean not null default false`,
    // Whoever leaves the team hosts nothing of it any more.
    `create table if not exists event_type_host (
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
     )`,
    `create index if not exists event_type_host_member on event_type_host (team_id, account_id)`,
    // What a member has of a managed event type goes when they no longer host it.
    `alter table event_type drop constraint if exists event_type_managed_for`,
    `alter table event_type add constraint event_type_managed_for
       foreign key (parent_id, owner_id) references event_type_host (event_type_id, account_id) on delete cascade`,
    // Whose turn it is depends on who was booked lately.
    `create index if not exists booking_event_type_created on booking (event_type_id, created_at)`,
  ],
};
