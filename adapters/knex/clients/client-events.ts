/*
 * What the developers of a client are told through its webhook: ids and times, and nobody's data. Found in the entries
 * of the audit log, in the transaction of each, so that none is forgotten and none is told of what never was.
 */
import { present } from '../../../src/present.js';
import { HOUR } from '../../../src/durations.js';
import type { NewAuditEntry } from '../../../src/events/audit-log.js';
import type { NewDelivery } from '../../../src/delivery/webhook-delivery-store.js';
import type { Database } from '../connection.js';
import { enqueue } from '../jobs/jobs.js';
import { enqueueClientDeliveries } from '../webhooks/webhook-deliveries.js';

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

/** With what remains: names of scopes, and ids of teams and organizations where it reaches chosen ones. */
function ofNarrowedGrant(told: Told, at: string): ClientEvent {
  const { scope, teams, organizations } = told.facts;
  const { payload, ...event } = ofGrant(told, at);
  const remains = {
    scope,
    ...present({ teams, organizations }),
  };
  return { ...event, payload: { ...payload, ...remains } };
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
  'grant.narrowed': ofNarrowedGrant,
  'grant.revoked': ofGrant,
  'grant.expired': ofGrant,
  'client.suspended': ofClient,
  'secret.removed': ofSecret,
};

const listening = (trx: Database, clientId: string): Promise<{ id: string } | undefined> =>
  trx<{ id: string; client_id: string; active: boolean }>('client_webhook')
    .where({ client_id: clientId, active: true })
    .whereNull('disabled_at')
    .first('id');

/** Longer than a code lives: by then the grant is an installation, or nothing came of it. */
const FIRST_LOOK_MS = HOUR;

/** Nobody tells of the end of a grant whose time is over, so that somebody has to look (grant-watch.ts). */
async function watch(trx: Database, told: Told): Promise<void> {
  const { clientId, accountId } = told.facts;
  if ((await listening(trx, String(clientId))) === undefined) return;
  const payload = { grantId: idIn(told), clientId, accountId };
  await enqueue(trx, [{ kind: 'grant', payload, dueAt: new Date(Date.now() + FIRST_LOOK_MS) }]);
}

/** Called for every entry of the audit log (audit.ts). */
export async function enqueueClientEvents(trx: Database, told: Told): Promise<void> {
  if (told.action === 'grant.allowed') await watch(trx, told);
  const createdAt = new Date();
  const event = EVENTS[told.action]?.(told, createdAt.toISOString());
  if (event === undefined) return;
  const { clientId, lane, payload } = event;
  const webhook = await listening(trx, clientId);
  if (webhook === undefined) return;
  await enqueueClientDeliveries(trx, [
    { webhookId: webhook.id, trigger: told.action, lane, payload, createdAt },
  ]);
}
