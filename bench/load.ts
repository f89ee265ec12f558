/* Load on one target: as many requests as asked, over a few connections that are kept open. */
import autocannon from 'autocannon';
import { CLIENT_ID, CLIENT_SECRET, REDIRECT_URI } from './targets/target.js';

export interface Measured {
  readonly requests: number;
  /** Answers other than 2xx; a run with one is void. */
  readonly refused: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

export interface Load {
  readonly amount: number;
  readonly connections?: number;
  readonly request: Pick<autocannon.Request, 'method' | 'path' | 'headers' | 'setupRequest' | 'onResponse'>;
}

const CONNECTIONS = 16;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const TOKEN = '/v2/auth/oauth2/token';
const INTROSPECTION = '/v2/auth/oauth2/introspect';

const form = (fields: Readonly<Record<string, string>>): string =>
  new URLSearchParams({ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, ...fields }).toString();

function next(pool: string[]): string {
  const credential = pool.pop();
  if (credential === undefined) throw new Error('more requests than credentials');
  return credential;
}

export const plain = (amount: number): Load => ({ amount, request: { method: 'GET', path: '/' } });

export function withTokens(path: string, tokens: readonly string[], amount: number): Load {
  let at = 0;
  return {
    amount,
    request: {
      method: 'GET',
      path,
      setupRequest: (request) => ({
        ...request,
        headers: { ...request.headers, authorization: `Bearer ${tokens[(at += 1) % tokens.length]}` },
      }),
    },
  };
}

/** Each code once. */
export function exchanges(codes: readonly string[]): Load {
  const pool = [...codes];
  return {
    // Connections that ask ahead of the last answer must find a code, too.
    amount: codes.length - CONNECTIONS,
    request: {
      method: 'POST',
      path: TOKEN,
      headers: FORM,
      setupRequest: (request) => ({
        ...request,
        body: form({ grant_type: 'authorization_code', code: next(pool), redirect_uri: REDIRECT_URI }),
      }),
    },
  };
}

/** Each answer's refresh token is the one that is sent next. */
export function rotations(tokens: readonly string[], amount: number): Load {
  const pool = [...tokens];
  return {
    amount,
    request: {
      method: 'POST',
      path: TOKEN,
      headers: FORM,
      setupRequest: (request) => ({
        ...request,
        body: form({ grant_type: 'refresh_token', refresh_token: next(pool) }),
      }),
      onResponse: (status, body) => {
        if (status === 200) pool.unshift((JSON.parse(body) as { refresh_token: string }).refresh_token);
      },
    },
  };
}

export function introspections(tokens: readonly string[], amount: number): Load {
  let at = 0;
  return {
    amount,
    request: {
      method: 'POST',
      path: INTROSPECTION,
      headers: FORM,
      setupRequest: (request) => ({
        ...request,
        body: form({ token: tokens[(at += 1) % tokens.length] ?? '' }),
      }),
    },
  };
}

/** Each body once; they are all for the time of one host. */
export function bookings(bodies: readonly string[], connections: number): Load {
  const pool = [...bodies];
  return {
    amount: bodies.length - connections,
    connections,
    request: {
      method: 'POST',
      path: '/v2/bookings',
      headers: { 'content-type': 'application/json' },
      setupRequest: (request) => ({ ...request, body: next(pool) }),
    },
  };
}

export async function run(
  url: string,
  { amount, connections = CONNECTIONS, request }: Load,
): Promise<Measured> {
  const result = await autocannon({ url, amount, connections, requests: [request] });
  return {
    requests: result.requests.total,
    refused: result.non2xx + result.errors + result.timeouts,
    perSecond: result.requests.total / ((result.finish.getTime() - result.start.getTime()) / 1000),
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}
