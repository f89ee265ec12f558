/*
 * What the developers of a client are told through its webhook: ids and times, and nobody's data. Found in the entries
 * of the audit log, in the transaction of each, so that none is forgotten and none is told of what never was.
 */
import type { NewAuditEntry } from '../../src/audit.js';
import type { NewDelivery } from '../../src/delivery/webhook-store.js';
import type { Database } from './connection.js';
import { enqueueClientDeliveries } from './webhook-deliveries.js';

type Told = Pick<NewAuditEntry, 'action' | 'subject' | 'facts'>;

interface ClientEvent extends Pick<NewDelivery, 'lane' | 'payload'> {
  readonly clientId: string;
}

const idIn = ({ subject }: Told): string => subject.slice(subject.indexOf(':') + 1);

/** The subject is the person as introspection names them. */
function ofGrant(told: Told, at: string): ClientEvent {
  const { clientId, accountId } = told.facts;
  const grantId = idIn(told);
  const payload = { clientId, grantId, subject: String(accountId), at };
  return { clientId: String(clientId), lane: `grant:${grantId}`, payload };
}

function ofClient(told: Told, at: string): ClientEvent {
  const clientId = idIn(told);
  return { clientId, lane: 'client', payload: { clientId, at } };
}

function ofSecret(told: Told, at: string): ClientEvent {
  const clientId = idIn(told);
  return { clientId, lane: 'client', payload: { clientId, secretId: told.facts['secret'], at } };
}

const EVENTS: Readonly<Record<string, (told: Told, at: string) => ClientEvent>> = {
  'grant.revoked': ofGrant,
  'client.suspended': ofClient,
  'secret.removed': ofSecret,
};

/** Called for every entry of the audit log (audit.ts). */
export async function enqueueClientEvents(trx: Database, told: Told): Promise<void> {
  const createdAt = new Date();
  const event = EVENTS[told.action]?.(told, createdAt.toISOString());
  if (event === undefined) return;
  const { clientId, lane, payload } = event;
  const rows = trx<{ id: string; client_id: string; active: boolean }>('client_webhook');
  const webhook = await rows
    .where({ client_id: clientId, active: true })
    .whereNull('disabled_at')
    .first('id');
  if (webhook === undefined) return;
  await enqueueClientDeliveries(trx, [
    { webhookId: webhook.id, trigger: told.action, lane, payload, createdAt },
  ]);
}
