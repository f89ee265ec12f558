/*
 * The table of all metrics. docs/operating.md, the alert rules and the dashboard in deploy/ name these and no others; a
 * test compares them. Names and labels follow Prometheus and, where there is one, the semantic convention of OpenTelemetry.
 */
import { PROCESSES } from './process-table.js';
import type { MetricRow } from './row.js';

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];
/** A command of Redis takes less than a millisecond; after a second a store has failed. */
const STORE_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1];
const JOB_SECONDS = [0.01, 0.05, 0.25, 1, 5, 10, 60, 240];
const WEBHOOK_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const none: readonly string[] = [];

const REQUESTS = {
  http_server_request_duration_seconds: {
    kind: 'histogram',
    help: 'Time of requests, by method, pattern of the path and class of the status (`2xx`). `http_route` is empty where no route was found. `_count` is the number of requests.',
    labels: ['http_request_method', 'http_route', 'http_response_status_class'],
    buckets: REQUEST_SECONDS,
    processes: 'sum',
  },
  slotkey_requests_running: {
    kind: 'gauge',
    help: 'Requests that are worked on ([Overload](#stores)).',
    labels: none,
    processes: 'sum',
  },
  slotkey_requests_waiting: {
    kind: 'gauge',
    help: 'Requests that wait for their work to begin.',
    labels: none,
    processes: 'sum',
  },
  slotkey_requests_turned_away_total: {
    kind: 'counter',
    help: 'Requests that got 503 because too many were under way.',
    labels: none,
    processes: 'sum',
  },
} as const satisfies Readonly<Record<string, MetricRow>>;

const AUTHORIZATION = {
  slotkey_token_requests_total: {
    kind: 'counter',
    help: 'Requests at the token endpoint, by grant type, result (`issued`, `refused`) and reason: the `error` of the answer, or what is behind an `invalid_grant`.',
    labels: ['grant_type', 'result', 'reason'],
    processes: 'sum',
  },
  slotkey_refresh_token_reuse_total: {
    kind: 'counter',
    help: 'Refresh tokens that were used by two parties. Their authorizations were revoked ([Audit](#audit)).',
    labels: none,
    processes: 'sum',
  },
  slotkey_consent_decisions_total: {
    kind: 'counter',
    help: 'Answers on the consent page: `granted`, `refused`, or why the page asked again.',
    labels: ['decision'],
    processes: 'sum',
  },
  slotkey_clients_waiting_for_review: {
    kind: 'gauge',
    help: 'Clients and changes of clients that wait for an administrator; at most 1,000 are counted.',
    labels: none,
    processes: 'max',
  },
} as const satisfies Readonly<Record<string, MetricRow>>;

const STORES = {
  slotkey_store_operation_duration_seconds: {
    kind: 'histogram',
    help: 'Time of calls to `database` and `redis`, by method of the store.',
    labels: ['store', 'operation'],
    buckets: STORE_SECONDS,
    processes: 'sum',
  },
  slotkey_store_operation_failures_total: {
    kind: 'counter',
    help: 'Failed calls: `unavailable`, `contended` (waited too long for others), or `fault`.',
    labels: ['store', 'operation', 'reason'],
    processes: 'sum',
  },
  slotkey_unreadable_records_total: {
    kind: 'counter',
    help: 'Records that cannot be read, each counted once by each process. They count as absent ([Stores](#stores)).',
    labels: ['store', 'record'],
    processes: 'sum',
  },
  db_client_connection_count: {
    kind: 'gauge',
    help: 'Connections to the database that are `used` or `idle`.',
    labels: ['db_client_connection_state'],
    processes: 'sum',
  },
  db_client_connection_max: {
    kind: 'gauge',
    help: 'How many connections to the database there may be.',
    labels: none,
    processes: 'sum',
  },
  db_client_connection_pending_requests: {
    kind: 'gauge',
    help: 'Calls that wait for a connection to the database.',
    labels: none,
    processes: 'sum',
  },
} as const satisfies Readonly<Record<string, MetricRow>>;

const JOBS = {
  slotkey_jobs_due: {
    kind: 'gauge',
    help: 'Jobs whose time has come and that no process has taken, by kind; at most 10,000 are counted.',
    labels: ['kind'],
    processes: 'max',
  },
  slotkey_job_oldest_due_seconds: {
    kind: 'gauge',
    help: 'How long the oldest of them has been due; 0 where none is.',
    labels: ['kind'],
    processes: 'max',
  },
  slotkey_jobs_dead: {
    kind: 'gauge',
    help: 'Jobs that were given up in the last 30 days, by kind; of the 10,000 oldest jobs.',
    labels: ['kind'],
    processes: 'max',
  },
  slotkey_job_duration_seconds: {
    kind: 'histogram',
    help: 'Time of attempts, by kind and result: `done`, `retried` (failed, with another attempt to come), `given_up`. `_count` is the number of attempts.',
    labels: ['kind', 'result'],
    buckets: JOB_SECONDS,
    processes: 'sum',
  },
  slotkey_webhook_attempt_duration_seconds: {
    kind: 'histogram',
    help: 'Time of attempts to deliver webhooks, by result (`delivered`, `retried`, `given_up`) and class of the status, `none` where no server answered.',
    labels: ['result', 'http_response_status_class'],
    buckets: WEBHOOK_SECONDS,
    processes: 'sum',
  },
} as const satisfies Readonly<Record<string, MetricRow>>;

export const METRICS = { ...REQUESTS, ...AUTHORIZATION, ...STORES, ...JOBS, ...PROCESSES };

export type MetricName = keyof typeof METRICS;

export const isMetric = (name: string): name is MetricName => Object.hasOwn(METRICS, name);
