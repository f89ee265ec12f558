/* Webhooks, their deliveries and the worker over real stores, with a clock that can be moved on. */
import { randomUUID } from 'node:crypto';
import type { Database } from '../../adapters/knex/connection.js';
import { inTransaction } from '../../adapters/knex/transaction.js';
import { enqueueDeliveries } from '../../adapters/knex/jobs/webhook-deliveries.js';
import type { OpenedStores } from '../../adapters/stores.js';
import { readConfig } from '../../src/config/config.js';
import { createDelivery } from '../../src/delivery/delivery.js';
import type { NewDelivery } from '../../src/delivery/webhook-delivery-store.js';
import type { Worker } from '../../src/jobs/worker.js';
import { createKeyRing } from '../../src/keys/key-ring.js';
import type { Observers } from '../../src/metrics/observers.js';
import { createLog } from '../../src/ops/log.js';
import type { Log } from '../../src/ops/log.js';
import { ACTOR, newAccount } from '../contracts/samples.js';
import { backendOn, openBackend } from '../support/backend.js';
import type { Fixture } from '../support/backend.js';

export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

interface DeliveryRow {
  readonly id: string;
  readonly trigger: string;
  readonly state: string;
  readonly tries: number;
  readonly status: number | null;
  readonly answer: string | null;
  readonly failure: string | null;
  readonly duration_ms: number | null;
}

export interface WebhookFixture {
  readonly db: Database;
  readonly stores: OpenedStores;
  /** Another process' worth of worker. */
  readonly worker: (log?: Log, observers?: Observers) => Worker;
  readonly account: () => Promise<number>;
  /** Creates a webhook and returns its id. */
  readonly webhook: (url: string, columns?: Readonly<Record<string, unknown>>) => Promise<string>;
  readonly enqueue: (webhookId: string, ...changes: readonly Partial<NewDelivery>[]) => Promise<void>;
  /** In the order in which they were enqueued. */
  readonly deliveries: (webhookId: string) => Promise<readonly DeliveryRow[]>;
  readonly now: () => number;
  readonly pass: (milliseconds: number) => void;
  readonly close: () => Promise<void>;
}

const noGrant = (): Promise<undefined> => Promise.resolve(undefined);

/** Over its own stores, or over given ones that stay open when it is closed. */
export async function openWebhookFixture(over?: Fixture): Promise<WebhookFixture> {
  const { stores, db, env, close } = await (over ? backendOn(over.env) : openBackend());
  const config = readConfig({ NODE_ENV: 'test', OUTBOUND_ALLOW: '127.0.0.0/8', ...env });
  const keys = createKeyRing(stores.secretKeys);
  let passed = 1000;
  const now = () => Date.now() + passed;
  const account = async () => {
    const made = await stores.accounts.accounts.create(newAccount(), ACTOR);
    if (made === 'email_taken') throw new Error('a random address was taken');
    return made.id;
  };
  return {
    db,
    stores,
    worker: (log = createLog('silent'), observers) =>
      createDelivery({
        stores,
        config,
        keys,
        log,
        endAccountAccess: () => Promise.resolve(),
        grantEnd: noGrant,
        watchGrant: noGrant,
        narrowGrants: noGrant,
        clock: now,
        chance: () => 0,
        observe: observers?.job,
        observeWebhook: observers?.webhookAttempt,
      }),
    account,
    async webhook(url, columns = {}) {
      const id = randomUUID();
      await db('webhook').insert({
        id,
        account_id: await account(),
        subscriber_url: url,
        triggers: ['BOOKING_CREATED'],
        secret_sealed: keys.seal(SECRET),
        active: true,
        ...columns,
      });
      return id;
    },
    enqueue: (webhookId, ...changes) =>
      inTransaction(db, (trx) =>
        enqueueDeliveries(
          trx,
          changes.map((change, index) => ({
            webhookId,
            trigger: 'BOOKING_CREATED',
            lane: `booking-${index}`,
            payload: { title: 'Tea with Zoë' },
            createdAt: new Date(),
            ...change,
          })),
        ),
      ),
    deliveries: (webhookId) =>
      db<DeliveryRow & { webhook_id: string }>('webhook_delivery')
        .where({ webhook_id: webhookId })
        .orderBy('id'),
    now,
    pass(milliseconds) {
      passed += milliseconds;
    },
    close,
  };
}
