/*
 * The one place that makes entries of the request log: inside the mapper of failures, around everything that answers.
 * It stores nothing itself and waits for nothing.
 */
import type { Context, Middleware } from 'koa';
import { AppError } from '../errors.js';
import { sideOf } from '../http/hosts.js';
import { requestId, requestState } from '../http/request-state.js';
import { present } from '../present.js';
import { routeOfRequest } from '../request-route.js';
import { NO_CLIENT } from './entry.js';
import { causeOfFailure } from './failure-causes.js';
import { noteOf, type RequestNote } from './note.js';
import type { NewRequest } from './store.js';
import type { RequestLog } from './writer.js';

export interface ObserverDeps {
  readonly requestLog: Pick<RequestLog, 'note'>;
  readonly clientIp: (ctx: Context) => string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

interface Failure {
  readonly error: unknown;
}

const asAppError = (error: unknown): AppError =>
  error instanceof AppError ? error : new AppError(500, 'INTERNAL_SERVER_ERROR', '');

/** Of a call of `/v2`: what its client is told. Of a page: what an administrator may look up by its reference. */
function noteOfFailure(ctx: Context, { status }: AppError): RequestNote | undefined {
  const { clientId } = requestState(ctx);
  const isPage = sideOf(ctx.path) === 'app';
  if (clientId === undefined && (status === 404 || (status < 500 && !isPage))) return undefined;
  const sent = { parameters: Object.keys(ctx.query) };
  return { endpoint: isPage ? 'page' : 'api', sent, ...present({ clientId }) };
}

const noteFor = (ctx: Context, failure: AppError | undefined): RequestNote | undefined =>
  noteOf(ctx) ?? (failure && noteOfFailure(ctx, failure));

/** With every request to the authorization server: one plain object. */
function entryOf(
  ctx: Context,
  at: number,
  clientIp: string,
  failed: Failure | undefined,
): NewRequest | undefined {
  const failure = failed && asAppError(failed.error);
  const note = noteFor(ctx, failure);
  if (note === undefined) return undefined;
  return {
    id: requestId(ctx),
    clientId: note.clientId ?? NO_CLIENT,
    at,
    endpoint: note.endpoint,
    method: ctx.method,
    route: routeOfRequest(ctx) ?? '',
    clientIp,
    userAgent: ctx.get('user-agent'),
    sent: note.sent,
    status: failure?.status ?? ctx.status,
    error: failure?.code ?? note.error,
    cause: note.cause ?? (failure && causeOfFailure(failure)),
    grantId: note.grantId,
    secretHashes: note.secretHashes,
  };
}

export function createObserver({ requestLog, clientIp, clock }: ObserverDeps): Middleware {
  const observe = (ctx: Context, at: number, failed?: Failure): void => {
    const entry = entryOf(ctx, at, clientIp(ctx), failed);
    if (entry !== undefined) requestLog.note(entry);
  };
  return async (ctx, next) => {
    const at = clock();
    try {
      await next();
    } catch (error) {
      observe(ctx, at, { error });
      throw error;
    }
    observe(ctx, at);
  };
}
