/*
 * One attempt of one webhook delivery: signs it, sends it and records the outcome. Any 2xx counts as delivered; everything
 * else, redirects included, is a webhook retry (jobs/retries.ts) until the attempts are used up.
 */
import { present } from '../present.js';
import type { KeyRing } from '../keys/key-ring.js';
import type { Log } from '../ops/log.js';
import { OutboundError } from '../outbound/outbound.js';
import type { Outbound, OutboundAnswer } from '../outbound/outbound.js';
import { nextJitteredAttempt } from '../jobs/retries.js';
import type { Job } from '../jobs/store.js';
import { deliveryHeaders } from './webhook-signature.js';
import type { Attempt, Delivery, DeliveryStore, Settlement } from './webhook-delivery-store.js';
import type { JobHandler } from '../jobs/worker.js';

export interface WebhookSenderDeps {
  readonly pendingDeliveries: DeliveryStore;
  readonly outbound: Outbound;
  readonly keys: KeyRing;
  readonly log: Log;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** From 0 to 1. */
  readonly chance: () => number;
  /** `status`: undefined where no server answered. */
  readonly observeWebhook?:
    ((result: WebhookResult, status: number | undefined, seconds: number) => void) | undefined;
}

type WebhookResult = 'delivered' | 'retried' | 'given_up';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;
const MAX_EXCERPT_CHARACTERS = 2_000;
const SWITCHED_OFF = 'The webhook was switched off before it could be sent.';
const UNREADABLE_SECRET = 'The secret cannot be read any more. Set a new one.';

/** The beginning of an answer, without the characters that the database cannot store. */
const excerpt = (answer: string): string =>
  answer.slice(0, MAX_EXCERPT_CHARACTERS).replace(/[\0\p{Surrogate}]/gu, '\u{fffd}');

const isDelivered = (status: number): boolean => status >= 200 && status <= 299;

const failureOf = ({ status }: OutboundAnswer): string =>
  status >= 300 && status <= 399
    ? `It answered ${status}. Redirects are not followed.`
    : `It answered ${status}.`;

type Outcome = Pick<Attempt, 'status' | 'answer' | 'failure'>;

function outcomeOf(answer: OutboundAnswer): Outcome {
  const { status, body } = answer;
  const outcome = { status, answer: excerpt(body) };
  return isDelivered(status) ? outcome : { ...outcome, failure: failureOf(answer) };
}

/** A connection failure as a sentence for the owner. Any other error is rethrown. */
function connectionFailure(error: unknown): Outcome {
  if (!(error instanceof OutboundError)) throw error;
  const { message } = error;
  return { failure: `${message.charAt(0).toUpperCase()}${message.slice(1)}.` };
}

async function send(
  { outbound, keys, clock }: WebhookSenderDeps,
  pendingDelivery: Delivery,
): Promise<Outcome> {
  const { id, url, body, secretSealed } = pendingDelivery;
  const secret = secretSealed === undefined ? undefined : keys.open(secretSealed);
  if (secretSealed !== undefined && secret === undefined) return { failure: UNREADABLE_SECRET };
  const headers = deliveryHeaders({ id, body, timestamp: Math.floor(clock() / 1000), secret });
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, cut: true };
  return outbound({ url, method: 'POST', headers, body, ...limits }).then(outcomeOf, connectionFailure);
}

function settlementOf({ failure }: Outcome, attempts: number, now: number, chance: number): Settlement {
  if (failure === undefined) return { state: 'delivered' };
  const due = nextJitteredAttempt(attempts, now, chance);
  return due === undefined ? { state: 'failed' } : { state: 'failed', retryAt: new Date(due) };
}

function resultOf(settlement: Settlement): WebhookResult {
  if (settlement.state === 'delivered') return 'delivered';
  return settlement.retryAt === undefined ? 'given_up' : 'retried';
}

async function attempt(
  deps: WebhookSenderDeps,
  job: Job<'webhook'>,
  pendingDelivery: Delivery,
): Promise<void> {
  const { pendingDeliveries, log, clock, chance } = deps;
  const began = clock();
  const stopwatch = performance.now();
  const outcome = await send(deps, pendingDelivery);
  const durationMs = Math.round(performance.now() - stopwatch);
  const settlement = settlementOf(outcome, job.attempts, clock(), chance());
  deps.observeWebhook?.(resultOf(settlement), outcome.status, durationMs / 1000);
  await pendingDeliveries.settle(job, { at: new Date(began), durationMs, ...outcome }, settlement);
  const { status } = outcome;
  const facts = { action: 'webhook', subject: `job:${job.id}`, count: job.attempts, durationMs };
  log.info({ ...facts, ...present({ status }) }, `webhook ${settlement.state}`);
}

export function createWebhookSender(deps: WebhookSenderDeps): JobHandler<'webhook'> {
  const { pendingDeliveries } = deps;
  return async (job) => {
    const pendingDelivery = await pendingDeliveries.find(job.id);
    if (pendingDelivery?.state !== 'waiting') return;
    if (pendingDelivery.active) await attempt(deps, job, pendingDelivery);
    else await pendingDeliveries.drop(job, SWITCHED_OFF);
  };
}
