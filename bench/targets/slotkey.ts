/* Slotkey on Redis and PostgreSQL: the guard in front of a route that answers a constant, `/v2/me`, and the token endpoint. */
import { randomBytes } from 'node:crypto';
import { type ChainableCommander, Redis } from 'ioredis';
import Koa from 'koa';
import { z } from 'zod';
import { recordName } from '../../adapters/artifacts/redis.js';
import { openStores, type OpenedStores } from '../../adapters/stores.js';
import { createApi } from '../../src/api/api.js';
import { defineRoute } from '../../src/api/route.js';
import { createApp } from '../../src/app.js';
import { createVerifyToken } from '../../src/authorization/grants/bearer.js';
import { createFamilies } from '../../src/authorization/grants/families.js';
import { writeFamily } from '../../src/authorization/grants/family-record.js';
import { createAccessBlocklist } from '../../src/authorization/grants/access-blocklist.js';
import type { Family } from '../../src/authorization/grants/token-family.js';
import { readScope } from '../../src/authorization/grants/scope-record.js';
import { mint, mintRefresh, newFamilyId, tokenHash } from '../../src/authorization/grants/tokens.js';
import { createUsageRecorder } from '../../src/clients/usage/usage-recorder.js';
import { type Config, readConfig } from '../../src/config/config.js';
import { createEdge, createEntrance } from '../../src/http/edge.js';
import { createFailures } from '../../src/http/failures.js';
import { clientIp } from '../../src/http/proxies.js';
import { createSecurityHeaders } from '../../src/http/security-headers.js';
import { createKeyRing, type KeyRing } from '../../src/keys/key-ring.js';
import { createLog } from '../../src/ops/log.js';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  inParallel,
  REDIRECT_URI,
  SCOPE,
  type Servers,
  type Target,
} from './target.js';

export interface ServiceFixture {
  readonly config: Config;
  readonly stores: OpenedStores;
  readonly keys: KeyRing;
  readonly accountId: number;
}

export const ACTOR = { actor: 'bench' };
const HOUR_MS = 3_600_000;

async function accountOf({ accounts: { accounts } }: OpenedStores, email: string): Promise<number> {
  const terms = { email, name: 'Bench', passwordHash: 'none' };
  const account = (await accounts.findByEmail(email)) ?? (await accounts.create(terms, ACTOR));
  if (account === 'email_taken') throw new Error('two benches at once');
  return account.id;
}

export async function open({ databaseUrl, redisUrl }: Servers): Promise<ServiceFixture> {
  const config = readConfig({
    PORT: process.env['BENCH_PORT'],
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    SECRET_KEYS: 'a-secret-key-that-only-the-bench-ever-uses',
    LOG_LEVEL: 'silent',
    BOOKINGS_PER_NETWORK: '1000000',
  });
  const stores = await openStores(config);
  const keys = createKeyRing(stores.secretKeys);
  const accountId = await accountOf(stores, 'bench@example.com');
  await stores.clients.clients.create(
    {
      id: CLIENT_ID,
      name: 'Bench',
      purpose: 'Measures.',
      kind: 'confidential',
      status: 'approved',
      legacy: false,
      redirectUris: [REDIRECT_URI],
      scopes: ['PROFILE_READ', 'BOOKING_READ', 'ORG_BOOKING_READ'],
      ownerId: accountId,
      secrets: [{ id: 'bench', hash: keys.hash('secret', CLIENT_SECRET), hint: '3456' }],
    },
    ACTOR,
  );
  return { config, stores, keys, accountId };
}

/** A family as the token endpoint would have left it, with the credential that `give` names. */
async function family(
  { stores, accountId }: ServiceFixture,
  give: (id: string) => [string, Partial<Family>],
): Promise<string> {
  const families = createFamilies(stores.artifacts);
  const now = Date.now();
  const id = newFamilyId();
  await families.open(id, {
    client: CLIENT_ID,
    account: accountId,
    scope: readScope(SCOPE),
    born: now,
    ends: now + 24 * HOUR_MS,
    access: [],
  });
  const [credential, state] = give(id);
  await families.change(id, (opened) => ({ kind: 'seeded', family: { ...opened, ...state } }));
  return credential;
}

/** How many of a great number of tokens are used as credentials. */
const SAMPLE = 20_000;
const PIPELINE = 1000;

/** Straight into Redis, in the form of adapters/artifacts/redis.ts: a million times two round trips take too long. */
function seedMany({ keys, accountId }: ServiceFixture, redis: Redis): Target['seed'] {
  const sample: string[] = [];
  let made = 0;
  function addTo(pipeline: ChainableCommander): void {
    const [id, now] = [newFamilyId(), Date.now()];
    const [access, refresh] = [mint('access', id), mintRefresh(keys, id, 0)];
    const state: Family = {
      client: CLIENT_ID,
      account: accountId,
      scope: readScope(SCOPE),
      born: now,
      ends: now + 24 * HOUR_MS,
      access: [hashOf(keys, access)],
      refresh: { ...hashOf(keys, refresh), generation: 0 },
    };
    pipeline.set(recordName('family', id), `bench|${writeFamily(state)}`, 'PXAT', state.ends);
    if (sample.length < SAMPLE) sample.push(access);
  }
  return async (count) => {
    for (; made < count; made += PIPELINE) {
      const pipeline = redis.pipeline();
      for (let at = 0; at < PIPELINE; at += 1) addTo(pipeline);
      await pipeline.exec();
    }
    return sample;
  };
}

/** Seeds once, up to the number asked for. */
export async function slotkeyAmongMany(servers: Servers): Promise<Target> {
  const fixture = await open(servers);
  return { listener: whole(fixture), seed: seedMany(fixture, new Redis(servers.redisUrl)) };
}

const hashOf = (keys: KeyRing, token: string) => ({
  hash: tokenHash(keys, token),
  until: Date.now() + HOUR_MS,
});

const codes = (fixture: ServiceFixture) => async () => {
  const epoch = await fixture.stores.artifacts.epochOf('family', CLIENT_ID);
  return family(fixture, (id) => {
    const code = mint('code', id);
    return [code, { code: { ...hashOf(fixture.keys, code), epoch, redirectUri: REDIRECT_URI } }];
  });
};

const refreshTokens = (fixture: ServiceFixture) => () =>
  family(fixture, (id) => {
    const token = mintRefresh(fixture.keys, id, 0);
    return [token, { refresh: { ...hashOf(fixture.keys, token), generation: 0 } }];
  });

export const accessTokens = (fixture: ServiceFixture) => () =>
  family(fixture, (id) => {
    const [access, refresh] = [mint('access', id), mintRefresh(fixture.keys, id, 0)];
    return [
      access,
      {
        access: [hashOf(fixture.keys, access)],
        refresh: { ...hashOf(fixture.keys, refresh), generation: 0 },
      },
    ];
  });

const LONG_MS = 24 * HOUR_MS;

/** `withoutWorkers`: it takes no jobs. */
export const whole = (fixture: ServiceFixture, withoutWorkers = false) =>
  createApp({
    ...fixture,
    log: createLog('silent'),
    clock: Date.now,
    ...(withoutWorkers && { lookEveryMs: LONG_MS }),
  }).callback();

/** The first team of the database, which the account of the bench owns. */
async function makeTeam({ stores, accountId }: ServiceFixture): Promise<void> {
  const terms = { organizationId: undefined, name: 'Bench', slugs: ['bench'], settings: {}, accepted: true };
  await stores.teams.teams.create(accountId, { ...terms, most: 1 }, ACTOR);
}

const constant = { reply: z.object({ id: z.number() }), handle: () => Promise.resolve({ id: 1 }) };

/** The guard in front of a constant; `/v2/teams/1/bench` looks at the role in the team too. */
export async function slotkeyGuard(servers: Servers): Promise<Target> {
  const fixture = await open(servers);
  const { config, stores, keys } = fixture;
  const blocklist = createAccessBlocklist(stores.clients.blocklists, () => performance.now());
  blocklist.start();
  const constantRoute = {
    method: 'GET',
    summary: 'Gives a constant',
    access: 'PROFILE_READ',
    ...constant,
  } as const;
  const team = { ...constantRoute, path: '/v2/teams/:teamId/bench', role: 'team admin' } as const;
  const routes = [defineRoute({ ...constantRoute, path: '/v2/bench' }), defineRoute(team)];
  const verifyToken = createVerifyToken({ artifacts: stores.artifacts, keys, blocklist, clock: Date.now });
  const app = new Koa();
  app.use(createEntrance({ trustedProxies: [], draining: () => false }));
  app.use(createSecurityHeaders(config));
  app.use(createFailures({ log: createLog('silent'), now: () => new Date() }));
  app.use(createEdge(config));
  const recorder = createUsageRecorder({
    usage: stores.clients.usage,
    log: createLog('silent'),
    random: randomBytes,
    clock: Date.now,
  });
  const readMembership = stores.teams.teams.readMembership;
  app.use(createApi({ ...config, routes, verifyToken, readMembership, onCall: recorder.call, clientIp }));
  await makeTeam(fixture);
  return { listener: app.callback(), seed: (count) => inParallel(count, accessTokens(fixture)) };
}

/** Requests of one tick are for several people, as in production. */
const PEOPLE = 64;

export async function slotkeyProfile(servers: Servers): Promise<Target> {
  const fixture = await open(servers);
  const givers: (() => Promise<string>)[] = [];
  for (let number = 0; number < PEOPLE; number += 1) {
    const accountId = await accountOf(fixture.stores, `bench-${number}@example.com`);
    givers.push(accessTokens({ ...fixture, accountId }));
  }
  let at = 0;
  const give = (): Promise<string> => givers[(at += 1) % PEOPLE]?.() ?? Promise.reject(new Error('nobody'));
  return { listener: whole(fixture), seed: (count) => inParallel(count, give) };
}

export async function slotkeyCodes(servers: Servers): Promise<Target> {
  const fixture = await open(servers);
  return { listener: whole(fixture), seed: (count) => inParallel(count, codes(fixture)) };
}

export async function slotkeyRefresh(servers: Servers): Promise<Target> {
  const fixture = await open(servers);
  return { listener: whole(fixture), seed: (count) => inParallel(count, refreshTokens(fixture)) };
}
