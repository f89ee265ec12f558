/*
 * The first middleware of every request, which knows no routes. The entrance sets the request id and the client IP and
 * never refuses; the edge, behind the error mapper (failures.ts), refuses malformed requests.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import { AppError, badRequest, methodNotAllowed } from '../errors.js';
import { isSentTwice } from '../request-headers.js';
import { createHostRule } from './hosts.js';
import type { HostNames } from './hosts.js';
import { createProxies } from './proxies.js';
import { requestState } from './request-state.js';

export interface EntranceDeps {
  readonly trustedProxies: readonly string[];
  /** True after the signal to stop: every response then closes its connection. */
  readonly draining: () => boolean;
}

export function createEntrance({ trustedProxies, draining }: EntranceDeps): Middleware {
  const readForwarded = createProxies(trustedProxies);
  return (ctx, next) => {
    const id = randomUUID();
    requestState(ctx).requestId = id;
    ctx.res.setHeader('X-Request-Id', id);
    if (draining()) ctx.res.setHeader('Connection', 'close');
    readForwarded(ctx);
    return next();
  };
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const URL_LIMIT = 8_192;
const uriTooLong = (): AppError =>
  new AppError(414, 'URI_TOO_LONG', `The address is longer than ${URL_LIMIT} characters.`);

/** Anything but visible ASCII, and `#`: a request target has no fragment (RFC 9112 section 3.2). */
const FORBIDDEN = /[^\x21-\x7e]|#/;
/**
 * Segments of RFC 3986 section 3.3, none empty but the last, none `.` or `..`; slash, backslash, dot and NUL are never
 * percent-encoded.
 */
const CANONICAL = /^(?:\/(?!\.{1,2}(?:\/|$))(?:[\w\-.~!$&'()*+,;=:@]|%(?!00|2[ef]|5c)[\da-f]{2})+)*\/?$/i;

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** The path of a request target in origin form; throws for every other form and for a second spelling of a path. */
function canonicalPath(target: string): string {
  if (target.length > URL_LIMIT) throw uriTooLong();
  const end = target.indexOf('?');
  const path = end === -1 ? target : target.slice(0, end);
  if (!path.startsWith('/') || FORBIDDEN.test(target) || !CANONICAL.test(path) || !isDecodable(path)) {
    throw badRequest('The address is not in canonical form.');
  }
  return path;
}

/** A second Host header is an error (RFC 9112 section 3.2); Node shows only the first. */
function refuseSecondHost(req: IncomingMessage): void {
  if (isSentTwice(req, 'host')) throw badRequest('There are two Host headers.');
}

export function createEdge(names: HostNames): Middleware {
  const checkHost = createHostRule(names);
  return ({ req }, next) => {
    const path = canonicalPath(req.url ?? '');
    refuseSecondHost(req);
    checkHost(req.headers.host ?? '', path);
    if (!METHODS.includes(req.method ?? '')) throw methodNotAllowed(METHODS);
    return next();
  };
}
