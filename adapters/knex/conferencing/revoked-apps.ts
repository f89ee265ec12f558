/* Conferencing apps that their provider refuses, for mails. */
import { present } from '../../../src/present.js';
import type { ProviderApp } from '../../../src/scheduling/event-types/meeting-apps.js';
import type { RevokedApps } from '../../../src/scheduling/conferencing/revoked-app-store.js';
import { isId } from '../../storable.js';
import type { Database } from '../connection.js';

interface RevokedRow {
  readonly app: ProviderApp;
  readonly team: string | null;
}

const REVOKED = `
select connection.app, team.name as team
from conferencing_app as connection left join team on team.id = connection.team_id
where connection.id = :id and connection.invalid and connection.ended_at = :at`;

export const createRevokedApps = (db: Database): RevokedApps => ({
  async find(id, endedAt) {
    if (!isId(id)) return undefined;
    const { rows } = await db.raw<{ rows: readonly RevokedRow[] }>(REVOKED, { id, at: endedAt });
    return rows[0] && { app: rows[0].app, ...present({ team: rows[0].team ?? undefined }) };
  },
});
