/*
 * Other authorization servers on the same Redis and under the same load, and what each does where clients are careless or
 * hostile: a code or a refresh token used twenty times at once, an answer that got lost, a stolen code, a stolen dump.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { withRedis } from '../test/support/redis-server.js';
import { exchanges, rotations } from './load.js';
import { end, measure, seeds, start } from './measure.js';
import { AMOUNT } from './subjects.js';
import type { TargetName } from './target-process.js';
import { CLIENT_ID, CLIENT_SECRET, REDIRECT_URI, type Servers } from './targets/target.js';

interface PeerTargets {
  readonly name: string;
  readonly code: TargetName;
  readonly refresh: TargetName;
}

const PEERS: readonly PeerTargets[] = [
  { name: 'Slotkey', code: 'code', refresh: 'refresh' },
  { name: 'oidc-provider', code: 'oidc-provider, code', refresh: 'oidc-provider, refresh' },
  {
    name: '@node-oauth/oauth2-server',
    code: '@node-oauth/oauth2-server, code',
    refresh: '@node-oauth/oauth2-server, refresh',
  },
];

const AT_ONCE = 20;
/** Longer than a repeat by the same client may take, which is no theft. */
const REPEAT_MS = 2_500;

export interface Correctness {
  /** Of twenty redemptions of one code at once, how many gave tokens. */
  readonly redeemed: number;
  /** Of twenty refreshes with one token at once, how many refresh tokens came out. */
  readonly rotated: number;
  /** Whether a client goes on with the refresh token that it has after an answer got lost. */
  readonly survivesLostAnswer: boolean;
  /** Whether a code that is presented again ends the tokens that it gave (RFC 9700 section 4.5). */
  readonly endsAfterReplay: boolean;
  /** Whether the store holds tokens as they are sent. */
  readonly readableAtRest: boolean;
}

export interface Peer {
  readonly name: string;
  /** Microseconds of CPU for each request. */
  readonly code: number;
  readonly refresh: number;
  readonly correctness: Correctness;
}

interface TokenReply {
  readonly access_token?: string;
  readonly refresh_token?: string;
}

async function ask(url: string, fields: Readonly<Record<string, string>>): Promise<TokenReply> {
  const body = new URLSearchParams({ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, ...fields });
  const response = await fetch(`${url}/v2/auth/oauth2/token`, { method: 'POST', body });
  const text = await response.text();
  return response.ok ? (JSON.parse(text) as TokenReply) : {};
}

const redeem = (url: string, code: string): Promise<TokenReply> =>
  ask(url, { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI });
const refresh = (url: string, { refresh_token = '' }: TokenReply): Promise<TokenReply> =>
  ask(url, { grant_type: 'refresh_token', refresh_token });
const atOnce = (work: () => Promise<TokenReply>): Promise<readonly TokenReply[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, work));
const given = (replies: readonly TokenReply[]): readonly string[] =>
  replies.flatMap(({ refresh_token: token }) => token ?? []);

/** Everything that Redis keeps, as text. */
const storedText = (redisUrl: string): Promise<string> =>
  withRedis(redisUrl, async (redis) => {
    const keys = await redis.keys('*');
    const values = await Promise.all(
      keys.map(async (key): Promise<unknown> => {
        const type = await redis.type(key);
        if (type === 'hash') return redis.hgetall(key);
        if (type === 'list') return redis.lrange(key, 0, -1);
        if (type === 'zset') return redis.zrange(key, '0', '-1');
        return type === 'set' ? redis.smembers(key) : redis.get(key);
      }),
    );
    return JSON.stringify([keys, values]);
  });

/** `codes`: unused, one for each question. */
async function correctnessOf(url: string, redisUrl: string, codes: readonly string[]): Promise<Correctness> {
  const [raced = '', rotated = '', lost = '', stolen = '', kept = ''] = codes;
  const first = await redeem(url, rotated);
  const interrupted = await redeem(url, lost);
  await refresh(url, interrupted);
  const replayed = await redeem(url, stolen);
  const read = await redeem(url, kept);
  const stored = await storedText(redisUrl);
  await wait(REPEAT_MS);
  await redeem(url, stolen);
  return {
    redeemed: given(await atOnce(() => redeem(url, raced))).length,
    rotated: new Set(given(await atOnce(() => refresh(url, first)))).size,
    survivesLostAnswer: given([await refresh(url, interrupted)]).length === 1,
    endsAfterReplay: given([await refresh(url, replayed)]).length === 0,
    readableAtRest: [read.access_token ?? '', read.refresh_token ?? ''].some((token) =>
      stored.includes(token),
    ),
  };
}

async function cpuOf(name: TargetName, kind: 'code' | 'refresh', servers: Servers): Promise<number> {
  const row = await measure(
    kind === 'code'
      ? { name, seeds: AMOUNT, load: exchanges }
      : { name, seeds: 64, load: (tokens) => rotations(tokens, AMOUNT) },
    servers,
  );
  return row.cpu;
}

async function peerOf({ name, code, refresh: rotation }: PeerTargets, servers: Servers): Promise<Peer> {
  await withRedis(servers.redisUrl, (client) => client.flushall());
  const { child, url } = await start(code, servers);
  const correctness = await correctnessOf(url, servers.redisUrl, await seeds(child, 5));
  await end(child);
  const figures = {
    code: await cpuOf(code, 'code', servers),
    refresh: await cpuOf(rotation, 'refresh', servers),
  };
  return { name, ...figures, correctness };
}

export async function measurePeers(servers: Servers): Promise<readonly Peer[]> {
  const peers: Peer[] = [];
  for (const targets of PEERS) peers.push(await peerOf(targets, servers));
  return peers;
}
