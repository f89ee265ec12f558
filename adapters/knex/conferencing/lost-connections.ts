/* Conferencing apps whose connection has ended, for the letters about them. */
import { present } from '../../../src/present.js';
import type { ProviderApp } from '../../../src/scheduling/event-types/meeting-apps.js';
import type { LostConferencingConnections } from '../../../src/scheduling/conferencing/lost-connection-store.js';
import { isId } from '../../storable.js';
import type { Database } from '../connection.js';

interface EndedRow {
  readonly app: ProviderApp;
  readonly team: string | null;
}

const ENDED = `
select connection.app, team.name as team
from conferencing_app as connection left join team on team.id = connection.team_id
where connection.id = :id and connection.invalid and connection.ended_at = :at`;

export const createLostConferencingConnections = (db: Database): LostConferencingConnections => ({
  async find(id, endedAt) {
    if (!isId(id)) return undefined;
    const { rows } = await db.raw<{ rows: readonly EndedRow[] }>(ENDED, { id, at: endedAt });
    return rows[0] && { app: rows[0].app, ...present({ team: rows[0].team ?? undefined }) };
  },
});
