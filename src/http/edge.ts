/*
 * The door of the process: every request passes here before anything looks at it. The entrance gives it a name and a
 * caller and never refuses; the edge refuses what has no business further in, with errors for the mapper
 * (failures.ts) that stands between the two. Nothing here knows a route.
 */
import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import { AppError, badRequest, methodNotAllowed } from '../errors.js';
import { createHostRule } from './hosts.js';
import type { HostNames } from './hosts.js';
import { createProxies } from './proxies.js';
import { requestState } from './request-state.js';

export interface EntranceDeps {
  readonly trustedProxies: readonly string[];
  /** True from the signal to stop on: connections are closed behind each answer. */
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
const KNOWN_METHODS: ReadonlySet<string> = new Set(METHODS);

const URL_LIMIT = 8_192;
const uriTooLong = (): AppError =>
  new AppError(414, 'URI_TOO_LONG', `The address is longer than ${URL_LIMIT} characters.`);

/** Anything but visible ASCII, and the fragment mark, which never travels (RFC 9112 section 3.2). */
const FOREIGN = /[^\x21-\x7e]|#/;
/**
 * Segments of RFC 3986 section 3.3, none empty but the last, none `.` or `..`; slash, backslash, dot and NUL stand
 * for themselves or not at all.
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
  if (!path.startsWith('/') || FOREIGN.test(target) || !CANONICAL.test(path) || !isDecodable(path)) {
    throw badRequest('The address is not written in its one proper form.');
  }
  return path;
}

/** Two Host headers are two opinions about where the request goes (RFC 9112 section 3.2); Node shows the first. */
function refuseSecondHost(rawHeaders: readonly string[]): void {
  let seen = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') seen += 1;
  }
  if (seen > 1) throw badRequest('There are two Host headers.');
}

export function createEdge(names: HostNames): Middleware {
  const checkHost = createHostRule(names);
  return ({ req }, next) => {
    const path = canonicalPath(req.url ?? '');
    refuseSecondHost(req.rawHeaders);
    checkHost(req.headers.host ?? '', path);
    if (!KNOWN_METHODS.has(req.method ?? '')) throw methodNotAllowed(METHODS);
    return next();
  };
}
