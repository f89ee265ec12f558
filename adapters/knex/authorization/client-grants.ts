/* The grants of each client, in the database, wherever the grants themselves are. */
import type { ClientGrantStore } from '../../../src/authorization/grants/client-grant-store.js';
import { isStorable, mustBeStorable } from '../../storable.js';
import type { Database } from '../connection.js';
import { selectRows } from '../rows.js';

interface GrantRow {
  readonly family_id: string;
  readonly client_id: string;
}

const COUNT = `
select count(*)::int as count
from (select from client_grant where client_id = :clientId and ends_at > :now limit :most) as live`;

export const createClientGrantStore = (db: Database): ClientGrantStore => ({
  async add({ familyId, clientId, endsAt }) {
    mustBeStorable([familyId, clientId]);
    const row = { family_id: familyId, client_id: clientId, ends_at: endsAt };
    await db('client_grant').insert(row).onConflict().ignore();
  },
  async count(clientId, now, most) {
    const [row] = await selectRows<{ readonly count: number }>(db, COUNT, { clientId, now, most });
    return row?.count ?? 0;
  },
  async ofClient(clientId, after, most) {
    if (![clientId, after].every(isStorable)) return [];
    const rows = await db<GrantRow>('client_grant')
      .where({ client_id: clientId })
      .where('family_id', '>', after)
      .orderBy('family_id')
      .limit(most)
      .select('family_id');
    return rows.map(({ family_id: familyId }) => familyId);
  },
});

/** Removes grants whose end has passed. */
export async function sweepClientGrants(db: Database): Promise<void> {
  await db.raw('delete from client_grant where ends_at <= now()');
}
