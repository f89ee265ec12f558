/* Transfer of a client between an account and a team. */
import type { Actor } from '../events/audit-log.js';
import { conflict, notFound } from '../errors.js';
import { present } from '../present.js';
import type { ClientRecord, ClientRecordStore, OwningTeam } from './record-store.js';
import { tooManyClients } from './rules.js';

/** The possible new owner of a client: `to_team` to one of `teams`. */
export type TransferTarget =
  | { readonly kind: 'to_team'; readonly teams: readonly OwningTeam[] }
  | { readonly kind: 'to_person'; readonly team: Pick<OwningTeam, 'id' | 'name'> };

/** Undefined for a manager who does not own the team. Pure. */
export function transferTarget(
  { team }: ClientRecord,
  teams: readonly OwningTeam[],
): TransferTarget | undefined {
  if (team === undefined) return teams.length === 0 ? undefined : { kind: 'to_team', teams };
  return teams.some(({ id, owner }) => id === team.id && owner) ? { kind: 'to_person', team } : undefined;
}

/** Throws `conflict` when the user may no longer transfer it, `tooManyClients`, `notFound`. */
export async function transferClient(
  records: ClientRecordStore,
  transfer: {
    readonly clientId: string;
    readonly by: number;
    readonly teamId: number | undefined;
    readonly maxClients: number;
  },
  actor: Actor,
): Promise<void> {
  const { clientId, by, teamId, maxClients } = transfer;
  const to = { maxClients, ...present({ teamId }) };
  const outcome = await records.transfer(clientId, by, to, actor);
  if (outcome === 'not_found') throw notFound('You have no client with this id.');
  if (outcome === 'too_many_clients') throw tooManyClients(maxClients);
  if (outcome === 'not_allowed')
    throw conflict('The ownership changed in the meantime. Reload the page and try again.');
}
