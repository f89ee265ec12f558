/*
 * Which requests are worked on, and for how long. What would wait too long is refused with 503 and Retry-After before
 * anything else is done for it: refusing costs next to nothing, and what is accepted is answered soon. Probes and assets,
 * which need no store, are not counted.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Middleware } from 'koa';
import { within } from '../deadline.js';
import { overloaded, timedOut } from '../errors.js';
import type { Log } from '../ops/log.js';
import { refuseAbandoned } from '../request-abandoned.js';
import { type AdmissionLimits, createAdmissionQueue } from './admission-queue.js';
import { isAsset } from './assets.js';
import { failureBody } from './failures.js';
import { sideOf } from './hosts.js';

export interface RequestLimits extends AdmissionLimits {
  /** From the beginning of its work. */
  readonly deadlineMs: number;
}

const LIMITS: RequestLimits = {
  fewest: 64,
  most: 512,
  startsPerTick: 16,
  mostWaiting: 4096,
  lateMs: 250,
  maxWaitMs: 500,
  // No store takes longer.
  longMs: 2000,
  // Longer than two calls to servers of others, one after the other.
  deadlineMs: 30_000,
};

const LOG_EVERY_MS = 1000;

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface Admission {
  /** `handle` resolves once its work has ended. */
  admit(handle: Handle): RequestListener;
  /** Behind the mapper of failures: refuses pages as pages, what its client gave up, and what takes too long. */
  readonly limitTime: Middleware;
  load(): RequestLoad;
}

export interface RequestLoad {
  readonly running: number;
  readonly waiting: number;
  /** Since the process started. */
  readonly turnedAway: number;
}

export interface AdmissionDeps {
  readonly log: Log;
  readonly now: () => Date;
  readonly limits?: RequestLimits;
}

/** One line a second: a line for each would cost more than the refusals. */
function createCount(log: Log): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > 1) return;
    setTimeout(() => {
      log.warn({ count }, 'requests turned away');
      count = 0;
    }, LOG_EVERY_MS).unref();
  };
}

const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0] ?? '';

const OVERLOADED = overloaded();
/** Names and values one after the other, which Node.js writes fastest. */
const HEADERS: readonly string[] = [
  ...Object.entries(OVERLOADED.headers).flat(),
  ...['X-Content-Type-Options', 'nosniff', 'Cache-Control', 'no-store'],
  ...['Content-Type', 'application/json; charset=utf-8'],
];

/** Without Koa, which would cost several times as much. */
function refuse(response: ServerResponse, path: string, now: Date): void {
  const body = JSON.stringify(failureBody(OVERLOADED, path, now));
  const length = String(Buffer.byteLength(body));
  response.writeHead(OVERLOADED.status, [...HEADERS, 'X-Request-Id', randomUUID(), 'Content-Length', length]);
  response.end(body);
}

export function createAdmission({ log, now, limits = LIMITS }: AdmissionDeps): Admission {
  const enter = createAdmissionQueue(limits);
  const count = createCount(log);
  const refusedPages = new WeakSet<IncomingMessage>();
  const load = { running: 0, waiting: 0, turnedAway: 0 };
  return {
    load: () => load,
    admit: (handle) => (request, response) => {
      const path = pathOf(request);
      const side = sideOf(path);
      if (side === 'probe' || isAsset(path)) {
        void handle(request, response);
        return;
      }
      load.waiting += 1;
      enter({
        run() {
          load.waiting -= 1;
          load.running += 1;
          return handle(request, response).finally(() => (load.running -= 1));
        },
        shed() {
          load.waiting -= 1;
          load.turnedAway += 1;
          count();
          if (side === 'app') {
            refusedPages.add(request);
            void handle(request, response);
          } else {
            refuse(response, path, now());
          }
        },
      });
    },
    limitTime: (ctx, next) => {
      if (refusedPages.has(ctx.req)) throw overloaded();
      refuseAbandoned(ctx);
      return within(limits.deadlineMs, next() as Promise<unknown>, timedOut);
    },
  };
}
