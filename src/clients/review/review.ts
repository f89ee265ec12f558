/* The verdicts of a service administrator on a client. */
import type { Actor } from '../../events/audit-log.js';
import { conflict, invalidInput, notFound } from '../../errors.js';
import { findClient } from '../rotate-secrets.js';
import { reasonFaults, VERDICTS } from '../status.js';
import type { Verdict } from '../status.js';
import type { Client, ClientStore } from '../store.js';
import { tidied } from '../text.js';

export interface Review {
  readonly verdict: Verdict;
  /** Required for the verdicts that status.ts marks. */
  readonly reason?: string | undefined;
}

const notApplicable = (client: Client, verdict: Verdict) =>
  conflict(`This client is ${client.status}. To ${verdict} it, it must be ${VERDICTS[verdict].mustBe}.`);

/**
 * The client as it is afterwards. Throws `invalidInput`, `notFound`, and `conflict` when its status does not allow the
 * verdict; of two simultaneous verdicts the store lets one win.
 */
export async function changeStatus(
  clients: ClientStore,
  clientId: string,
  { verdict, reason: text = '' }: Review,
  actor: Actor,
): Promise<Client> {
  const reason = tidied(text) || undefined;
  const faults = reasonFaults(verdict, reason);
  if (faults.length > 0) throw invalidInput(faults);
  const outcome = await clients.setStatus(clientId, VERDICTS[verdict].to, reason, actor);
  if (outcome === 'not_found') throw notFound('There is no client with this id.');
  const after = await findClient(clients, clientId);
  if (outcome === 'unchanged') throw notApplicable(after, verdict);
  return after;
}
