/*
 * What the service tells its metrics while it works. Each module declares the function that it calls; these are all of
 * them. Children of metrics are kept, so that an observation looks up no labels.
 */
import { AppError } from '../errors.js';
import { among, classOf, GRANT_TYPES, METHODS, RECORDS, TOKEN_REASONS } from './labels.js';
import type { Registered } from './registered.js';

export interface Observers {
  /** `route`: the pattern of the path, empty where there is none. */
  request(method: string, route: string, status: number, seconds: number): void;
  /** `reason`: why no tokens were issued. */
  tokenRequest(grantType: string | undefined, reason: string | undefined): void;
  consentDecision(decision: string): void;
  job(kind: string, result: 'done' | 'retried' | 'given_up', seconds: number): void;
  /** `status`: undefined where no server answered. */
  webhookAttempt(
    result: 'delivered' | 'retried' | 'given_up',
    status: number | undefined,
    seconds: number,
  ): void;
  /** Asked once for each method of a store. */
  operation(store: string, operation: string): (seconds: number, failure?: unknown) => void;
  unreadable(store: string, record: string): void;
  /** A worker ended unexpectedly. */
  workerCrash(): void;
}

/** Creates a value for each key once; there must be few keys. */
function kept<Key, Value>(create: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>();
  return (key) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = create(key);
    values.set(key, value);
    return value;
  };
}

/** Undefined for what is an answer of the store to its caller. */
function failureReason(failure: unknown): string | undefined {
  if (failure === undefined || (failure instanceof AppError && failure.status < 500)) return undefined;
  if (!(failure instanceof AppError) || failure.status !== 503) return 'fault';
  return failure.logAs === undefined ? 'unavailable' : 'contended';
}

export function createObservers({ counter, histogram }: Registered): Observers {
  const requests = histogram('http_server_request_duration_seconds');
  const method = among(METHODS);
  const request = kept((route: string) =>
    kept((method: string) => kept((status: string) => requests.labels(method, route, status))),
  );
  const [grantType, reasonOf] = [among(GRANT_TYPES), among(TOKEN_REASONS)];
  const tokens = counter('slotkey_token_requests_total');
  const reused = counter('slotkey_refresh_token_reuse_total');
  const decisions = counter('slotkey_consent_decisions_total');
  const jobs = histogram('slotkey_job_duration_seconds');
  const webhooks = histogram('slotkey_webhook_attempt_duration_seconds');
  const operations = histogram('slotkey_store_operation_duration_seconds');
  const failures = counter('slotkey_store_operation_failures_total');
  const unreadable = counter('slotkey_unreadable_records_total');
  const record = among(RECORDS);
  const crashes = counter('slotkey_worker_crashes_total');
  return {
    request: (verb, route, status, seconds) => request(route)(method(verb))(classOf(status)).observe(seconds),
    tokenRequest(type = '', reason) {
      const result = reason === undefined ? 'issued' : 'refused';
      tokens.labels(grantType(type), result, reason === undefined ? '' : reasonOf(reason)).inc();
      if (reason === 'refresh_reused') reused.inc();
    },
    consentDecision: (decision) => decisions.labels(decision).inc(),
    job: (kind, result, seconds) => jobs.labels(kind, result).observe(seconds),
    webhookAttempt: (result, status, seconds) =>
      webhooks.labels(result, classOf(status ?? 0)).observe(seconds),
    operation(store, operation) {
      const child = operations.labels(store, operation);
      return (seconds, failure) => {
        child.observe(seconds);
        const reason = failureReason(failure);
        if (reason !== undefined) failures.labels(store, operation, reason).inc();
      };
    },
    unreadable: (store, kind) => unreadable.labels(store, record(kind)).inc(),
    workerCrash: () => crashes.inc(),
  };
}
