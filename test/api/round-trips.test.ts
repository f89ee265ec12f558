/* What a call asks of the stores, counted: reads of the artifact store, and statements of the database. */
import { z } from 'zod';
import { createApi } from '../../src/api/api.js';
import { defineRoute } from '../../src/api/route.js';
import { createAccessBlocklist } from '../../src/authorization/grants/access-blocklist.js';
import { createVerifyToken } from '../../src/authorization/grants/bearer.js';
import { clientIp } from '../../src/http/proxies.js';
import { createProfileRoutes } from '../../src/scheduling/profile/routes.js';
import { serve, type Served } from '../http/serve.js';
import { backendName } from '../support/backend.js';
import { statementsOf } from '../support/plans.js';
import { keepsInRedis } from '../support/records.js';
import { useService } from '../support/service.js';
import { mintedToken } from './minted-tokens.js';

const constant = {
  method: 'GET',
  summary: 'Return a constant',
  access: 'TEAM_PROFILE_READ',
  reply: z.object({ id: z.number() }),
  handle: () => ({ id: 1 }),
} as const;

describe(`a call of /v2 on ${backendName}`, () => {
  const service = useService();
  let served: Served;
  let token: string;
  let teamId: number;
  let reads = 0;

  beforeAll(async () => {
    const { stores, registry } = service;
    const { account } = await service.user();
    const settings = {
      organizationId: undefined,
      name: 'Team',
      slugs: ['team'],
      settings: {},
      accepted: true,
    };
    const team = await stores.teams.teams.create(account.id, { ...settings, most: 1 }, { actor: 'test' });
    if (typeof team !== 'object' || !('id' in team)) throw new Error('no team was created');
    teamId = team.id;
    const { clientId } = await service.client({ scopes: ['PROFILE_READ', 'TEAM_PROFILE_READ'] });
    token = await mintedToken(service, { clientId, accountId: account.id }, 'PROFILE_READ TEAM_PROFILE_READ');
    const artifacts: typeof stores.artifacts = {
      ...stores.artifacts,
      read(...asked) {
        reads += 1;
        return stores.artifacts.read(...asked);
      },
    };
    // Read once: the clock of the blocklist stands still.
    const blocklist = createAccessBlocklist(stores.clients.blocklists, () => 0);
    await blocklist.current();
    const verifyToken = createVerifyToken({ artifacts, keys: registry.keys, blocklist, clock: stores.now });
    const emailChanges = { request: () => Promise.resolve(undefined) };
    const routes = [
      defineRoute({ ...constant, path: '/v2/constant' }),
      defineRoute({ ...constant, path: '/v2/teams/:teamId/constant', role: 'team admin' }),
      ...createProfileRoutes({ profiles: stores.scheduling.profiles, emailChanges }),
    ];
    const { readMembership } = stores.teams.teams;
    served = await serve({
      inside: (origin) => [
        createApi({ routes, verifyToken, readMembership, clientIp, baseUrl: origin, issuerUrl: origin }),
      ],
    });
  });
  afterAll(() => served.close());

  const call = async (path: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await served.send({ path: path.replace(':teamId', String(teamId)), headers })).status;
  };

  /** Statements that name one of these tables: what the rest of the service asks meanwhile is not of the call. */
  async function costOf(work: () => Promise<unknown>): Promise<Readonly<Record<string, number>>> {
    const before = reads;
    const asked = await statementsOf(service.backend.db, work);
    const naming = (table: string): number =>
      asked.filter(({ sql }) => new RegExp(`\\b(from|join) "?${table}\\b`).test(sql)).length;
    return {
      reads: reads - before,
      artifact: naming('artifact'),
      membership: naming('membership'),
      client: naming('client'),
      account: naming('account'),
    };
  }

  const nothing = { membership: 0, account: 0, client: 0 };
  const artifact = () => (keepsInRedis(service.backend.env) ? 0 : 1);

  test.each([
    ['the guard', '/v2/constant', {}],
    ['the guard with a role', '/v2/teams/:teamId/constant', { membership: 1 }],
    // The organization is in the same statement.
    ['the profile', '/v2/me', { account: 1, membership: 1 }],
  ])('asks the stores as little as possible: %s', async (_, path, statements) => {
    expect(await call(path)).toBe(200);
    expect(await costOf(() => call(path))).toEqual({
      ...nothing,
      ...statements,
      reads: 1,
      artifact: artifact(),
    });
  });

  test('that is refused asks for no more than its token', async () => {
    const unknown = token.replace(/.{43}$/, 'A'.repeat(43));
    const headers = { authorization: `Bearer ${unknown}` };
    const cost = await costOf(() => served.send({ path: '/v2/me', headers }));
    expect(cost).toEqual({ ...nothing, reads: 1, artifact: artifact() });
  });

  test('shares its statement with others of the same tick', async () => {
    const { profiles } = service.stores.scheduling;
    const people = await Promise.all(Array.from({ length: 4 }, () => service.user()));
    const ids = people.map(({ account }) => account.id);
    const found: (string | undefined)[] = [];
    const cost = await costOf(async () => {
      const both = [...ids, 2 ** 31 - 1, ...ids];
      found.push(...(await Promise.all(both.map(async (id) => (await profiles.profile(id))?.email))));
    });
    const emails = people.map(({ email }) => email);
    expect(found).toEqual([...emails, undefined, ...emails]);
    expect(cost).toMatchObject({ account: 1 });
  });
});
