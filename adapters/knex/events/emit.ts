/*
 * Writes an event and its effects in the transaction of the change: the row of the audit log, mails, client webhooks and
 * jobs. The catalogue (src/events/catalogue.ts) decides the effects; recipients are looked up here.
 */
import { present } from '../../../src/present.js';
import { HOUR } from '../../../src/durations.js';
import type { Actor } from '../../../src/events/audit-log.js';
import { type DomainEvent, effectsOf } from '../../../src/events/catalogue.js';
import type { ClientWebhookEvent, WatchedGrant } from '../../../src/events/definition.js';
import type { NewJob } from '../../../src/jobs/store.js';
import type { Database } from '../connection.js';
import { enqueue } from '../jobs/jobs.js';
import { enqueueClientDeliveries } from '../jobs/webhook-deliveries.js';
import { insertEntries, insertEntry } from './audit-entries.js';
import { recipientIds } from './recipients.js';

/** Longer than an authorization code lives: by then the grant is in use or was never redeemed. */
const FIRST_CHECK_MS = HOUR;

const activeClientWebhook = (trx: Database, clientId: string): Promise<{ id: string } | undefined> =>
  trx<{ id: string; client_id: string; active: boolean }>('client_webhook')
    .where({ client_id: clientId, active: true })
    .whereNull('disabled_at')
    .first('id');

async function enqueueClientWebhook(
  trx: Database,
  trigger: string,
  { clientId, lane, payload }: ClientWebhookEvent,
): Promise<void> {
  const webhook = await activeClientWebhook(trx, clientId);
  if (webhook === undefined) return;
  const createdAt = new Date();
  const { id: webhookId } = webhook;
  await enqueueClientDeliveries(trx, [
    { webhookId, trigger, lane, payload: { ...payload, at: createdAt.toISOString() }, createdAt },
  ]);
}

const firstCheck = (grant: WatchedGrant): NewJob => ({
  kind: 'grant',
  payload: { ...grant },
  dueAt: new Date(Date.now() + FIRST_CHECK_MS),
});

async function watch(trx: Database, grant: WatchedGrant): Promise<void> {
  if ((await activeClientWebhook(trx, grant.clientId)) !== undefined) await enqueue(trx, [firstCheck(grant)]);
}

function mailsTo(
  recipients: readonly number[],
  { clientIp }: Actor,
  { action, subject, facts }: DomainEvent,
): readonly NewJob[] {
  const about = { about: action, at: new Date().toISOString(), subject, facts };
  return recipients.map((to) => ({
    kind: 'notification',
    payload: { ...about, to, ...present({ clientIp }) },
  }));
}

export interface KnownEffects {
  readonly jobs: readonly NewJob[];
  /** Only where the client has an active webhook. */
  readonly watch?: { readonly clientId: string; readonly job: NewJob };
}

/** The effects of an event for which nothing has to be looked up; undefined for every other event. */
export function knownEffects(actor: Actor, event: DomainEvent): KnownEffects | undefined {
  const { mail, clientWebhook, watchGrant, narrowGrants } = effectsOf(event);
  if (clientWebhook !== undefined || narrowGrants !== undefined) return undefined;
  if (mail !== undefined && !(typeof mail === 'object' && 'account' in mail)) return undefined;
  const watch = watchGrant && { clientId: watchGrant.clientId, job: firstCheck(watchGrant) };
  return { jobs: mailsTo(mail ? [mail.account] : [], actor, event), ...present({ watch }) };
}

async function writeEffects(trx: Database, actor: Actor, event: DomainEvent): Promise<void> {
  const { mail, clientWebhook, watchGrant, narrowGrants } = effectsOf(event);
  if (clientWebhook !== undefined) await enqueueClientWebhook(trx, event.action, clientWebhook);
  if (watchGrant !== undefined) await watch(trx, watchGrant);
  if (narrowGrants !== undefined)
    await enqueue(trx, [{ kind: 'narrowing', payload: { clientId: narrowGrants } }]);
  if (mail !== undefined) await enqueue(trx, mailsTo(await recipientIds(trx, mail), actor, event));
}

/** `id`: of the audit entry. False when an entry with this id exists already: then nothing is written. */
export async function emit(trx: Database, actor: Actor, event: DomainEvent, id?: string): Promise<boolean> {
  if (!(await insertEntry(trx, { ...event, ...actor }, id))) return false;
  await writeEffects(trx, actor, event);
  return true;
}

/** The events of one change, in their order, with jobs that follow from them. */
export async function emitEach(
  trx: Database,
  actor: Actor,
  events: readonly DomainEvent[],
  jobs: readonly NewJob[],
): Promise<void> {
  const entries = events.map((event) => ({ ...event, ...actor }));
  await insertEntries(trx, entries, jobs);
  for (const event of events) await writeEffects(trx, actor, event);
}
