/* Transfer of a client: from its owner to a team, and from a team to one of the team's owners. */
import type { Actor } from '../../../src/events/audit-log.js';
import { emit } from '../events/emit.js';
import { lockAccount } from '../account-rows.js';
import { lockClient } from './client-edits.js';
import { markContributor } from './client-contributors.js';
import { managesTeam, ownsMany, teamsOf } from '../ownership/client-managers.js';
import type { Database } from '../connection.js';
import { raiseRegistryRevision } from '../authorization/access-blocklist.js';

interface Transfer {
  readonly id: string;
  readonly by: number;
  /** Absent: to the account `by`. */
  readonly teamId?: number | undefined;
  /** How many clients `by` may own, this one among them. */
  readonly maxClients?: number | undefined;
}

async function mayTransfer(
  trx: Database,
  { by, teamId }: Pick<Transfer, 'by' | 'teamId'>,
  from: number | null,
): Promise<boolean> {
  if (from === null) return teamId !== undefined && managesTeam(trx, teamId, by);
  return teamId === undefined && (await teamsOf(trx, by)).some(({ id, owner }) => id === from && owner);
}

export async function transfer(
  trx: Database,
  { id, by, teamId, maxClients }: Transfer,
  actor: Actor,
): Promise<'done' | 'not_allowed' | 'too_many_clients' | 'not_found'> {
  await lockAccount(trx, by);
  const locked = await lockClient(trx, { id, managerId: by });
  if (locked === undefined) return 'not_found';
  if (!(await mayTransfer(trx, { by, teamId }, locked.team_id))) return 'not_allowed';
  if (locked.owner_id !== by && (await ownsMany(trx, { owner_id: by }, maxClients)))
    return 'too_many_clients';
  const columns = { owner_id: by, team_id: teamId ?? null, version: locked.version + 1 };
  await trx('client').where({ id }).update(columns);
  await markContributor(trx, id, by);
  await raiseRegistryRevision(trx);
  const facts = {
    by,
    from: { owner: locked.owner_id, team: locked.team_id },
    to: { owner: by, team: teamId ?? null },
  };
  await emit(trx, actor, { action: 'client.transferred', subject: `client:${id}`, facts });
  return 'done';
}
