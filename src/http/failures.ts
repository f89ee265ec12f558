/*
 * The one mapper of failures to responses: an envelope under /v2, an OAuth error on the endpoints of the authorization
 * server, otherwise a page. An unexpected error is logged once in full; its response has only the request id.
 */
import type { Context, Middleware } from 'koa';
import { ErrorPage } from '../../views/error-page.js';
import { renderPage } from '../../views/render.js';
import type { Shell } from '../../views/shell.js';
import { errorEnvelope } from '../api/envelope.js';
import { AppError, notFound } from '../errors.js';
import { present } from '../present.js';
import { isOfAuthorizationServer, routeOfRequest } from '../request-route.js';
import type { Log } from '../ops/log.js';
import { failureMessage } from './failure-messages.js';
import { sideOf } from './hosts.js';
import { requestId } from './request-state.js';

export interface FailureDeps {
  readonly log: Log;
  readonly now: () => Date;
  /** Of the signed-in user, on error pages. */
  readonly shellOf?: (ctx: Context) => Promise<Shell | undefined>;
}

const unexpected = (cause: unknown, reference: string): AppError =>
  new AppError(500, 'INTERNAL_SERVER_ERROR', 'Something failed on our side.', {
    details: { requestId: reference },
    cause,
  });

/** Third-party middleware marks the errors of callers as 4xx with `expose`; their messages are not sent. */
function asAppError(error: unknown, reference: string): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof Error && 'expose' in error && error.expose === true && 'status' in error) {
    const status = Number(error.status);
    if (status >= 400 && status < 500)
      return new AppError(status, 'BAD_REQUEST', 'The request cannot be understood.');
  }
  return unexpected(error, reference);
}

/** RFC 6749 section 5.2; `temporarily_unavailable` is from section 4.1.2.1. */
function oauthError({ status, message }: AppError): Readonly<Record<string, string>> {
  const isTemporary = status === 429 || status === 503;
  const error = isTemporary ? 'temporarily_unavailable' : status >= 500 ? 'server_error' : 'invalid_request';
  return { error, error_description: message };
}

/** The stores are asked only where nothing suggests that they fail or are busy, and not in an authorization. */
async function shellFor({ shellOf }: FailureDeps, ctx: Context, { status }: AppError) {
  if (status >= 500 || status === 429 || isOfAuthorizationServer(ctx.path)) return undefined;
  return shellOf?.(ctx).catch(() => undefined);
}

function writePage(ctx: Context, failure: AppError, shell: Shell | undefined): void {
  const text = failureMessage(failure.status);
  const nextStep = failure.advice ?? text.nextStep;
  ctx.type = 'html';
  ctx.body = renderPage(
    ErrorPage({ ...text, nextStep, message: failure.message, reference: requestId(ctx) }),
    { shell },
  );
}

/** The JSON of a failure, in the form of the endpoint. */
export const failureBody = (failure: AppError, path: string, now: Date): object =>
  isOfAuthorizationServer(path) ? oauthError(failure) : errorEnvelope(failure, path, now);

function writeJson(ctx: Context, failure: AppError, now: Date): void {
  ctx.type = 'json';
  ctx.body = failureBody(failure, ctx.path, now);
}

async function write(deps: FailureDeps, ctx: Context, failure: AppError): Promise<void> {
  const isPage = sideOf(ctx.path) === 'app';
  const shell = isPage ? await shellFor(deps, ctx, failure) : undefined;
  ctx.status = failure.status;
  ctx.set(failure.headers as Record<string, string>);
  ctx.set('Cache-Control', 'no-store');
  if (isPage) writePage(ctx, failure, shell);
  else writeJson(ctx, failure, deps.now());
}

function record(log: Log, ctx: Context, failure: AppError): void {
  const { status } = failure;
  if (status < 500) return;
  const fields = {
    requestId: requestId(ctx),
    method: ctx.method,
    ...present({ route: routeOfRequest(ctx) }),
    status,
    err: failure.cause ?? failure,
  };
  const of503 = failure.logAs ?? (failure.cause ? 'store unavailable' : 'request turned away');
  if (status === 503) log.warn(fields, of503);
  else log.error(fields, 'request failed');
}

export function createFailures(deps: FailureDeps): Middleware {
  return async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body === undefined && ctx.respond !== false) throw notFound();
    } catch (error) {
      const failure = asAppError(error, requestId(ctx));
      record(deps.log, ctx, failure);
      if (ctx.headerSent) ctx.res.destroy();
      else await write(deps, ctx, failure);
    }
  };
}
