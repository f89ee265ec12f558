/* One target in a process of its own, so that its CPU time is its own. Told what to do over IPC by main.ts. */
import { HANDLES, listen, newServer } from '../src/process/listener.js';
import { engineCodes, engineIntrospection, engineRefresh } from './targets/engine.js';
import { slotkeyBooking, slotkeyList, slotkeyOrganizationList } from './targets/bookings.js';
import { redisEngineCodes, redisEngineRefresh } from './targets/engine-on-redis.js';
import { oauth2ServerCodes, oauth2ServerRefresh } from './targets/oauth2-server.js';
import { bareKoa, koaWithGetAndSelect, koaWithOneGet } from './targets/koa.js';
import {
  slotkeyAmongMany,
  slotkeyCodes,
  slotkeyGuard,
  slotkeyProfile,
  slotkeyRefresh,
} from './targets/slotkey.js';
import type { Servers, Target } from './targets/target.js';

export const TARGETS = {
  'bare Koa': bareKoa,
  'bare Koa + one Redis GET': koaWithOneGet,
  'bare Koa + one Redis GET + one select': koaWithGetAndSelect,
  'engine in memory, code': engineCodes,
  'engine in memory, refresh': engineRefresh,
  'engine in memory, introspection': engineIntrospection,
  guard: slotkeyGuard,
  'guard with role': slotkeyGuard,
  'GET /v2/me': slotkeyProfile,
  '/v2/me among 10 thousand': slotkeyAmongMany,
  '/v2/me among 1 million': slotkeyAmongMany,
  code: slotkeyCodes,
  refresh: slotkeyRefresh,
  introspection: slotkeyProfile,
  'oidc-provider, code': redisEngineCodes,
  'oidc-provider, refresh': redisEngineRefresh,
  '@node-oauth/oauth2-server, code': oauth2ServerCodes,
  '@node-oauth/oauth2-server, refresh': oauth2ServerRefresh,
  'POST /v2/bookings, one by one': slotkeyBooking(),
  'POST /v2/bookings, 16 at once': slotkeyBooking(),
  'POST /v2/bookings without its mails': slotkeyBooking(true),
  'GET /v2/bookings, 100 of 1 thousand': slotkeyList(1_000),
  'GET /v2/bookings, 100 of 100 thousand': slotkeyList(100_000),
  'bookings of an organization, 100 of 1 thousand': slotkeyOrganizationList(1_000),
  'bookings of an organization, 100 of 100 thousand': slotkeyOrganizationList(100_000),
  'bookings of an organization, 100 of 300 thousand': slotkeyOrganizationList(300_000),
  'upcoming bookings of an organization, 100 of 100 thousand': slotkeyOrganizationList(
    100_000,
    '?status=upcoming',
  ),
} as const satisfies Readonly<Record<string, (servers: Servers) => Promise<Target>>>;

export type TargetName = keyof typeof TARGETS;

export type Order = { readonly kind: 'seed'; readonly count: number } | { readonly kind: 'cpu' };
export type Report =
  | { readonly kind: 'ready' }
  | { readonly kind: 'seeded'; readonly credentials: readonly string[] }
  /** Microseconds of CPU since the process began, user and system. */
  | { readonly kind: 'cpu'; readonly microseconds: number };

const report = (message: Report): void => void process.send?.(message);

async function run(name: TargetName, servers: Servers, port: number): Promise<void> {
  const target = await TARGETS[name](servers);
  process.on('message', (order: Order) => {
    if (order.kind === 'cpu') {
      const { user, system } = process.cpuUsage();
      report({ kind: 'cpu', microseconds: user + system });
    } else {
      void target.seed(order.count).then((credentials) => report({ kind: 'seeded', credentials }));
    }
  });
  const address = { host: '127.0.0.1', port, variable: 'PORT' } as const;
  await listen(newServer().on('request', target.listener), address, HANDLES);
  report({ kind: 'ready' });
}

process.on('SIGINT', () => process.exit(0));
// Nobody else would end it.
process.on('disconnect', () => process.exit(1));
const { BENCH_TARGET, BENCH_PORT, BENCH_DATABASE_URL = '', BENCH_REDIS_URL = '' } = process.env;
if (BENCH_TARGET !== undefined) {
  await run(
    BENCH_TARGET as TargetName,
    { databaseUrl: BENCH_DATABASE_URL, redisUrl: BENCH_REDIS_URL },
    Number(BENCH_PORT),
  );
}
