import type { Step } from './source.js';

export const clientTeams: Step = {
  name: '055-client-teams',
  up: [
    // Without a team the client belongs to the person who registered it. A team that has clients is not deleted.
    `alter table client add column if not exists team_id integer references team (id)`,
    `create index if not exists client_team on client (team_id) where team_id is not null`,
  ],
};
