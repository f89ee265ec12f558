/*
 * `npm run bench`: what Slotkey costs against named baselines, measured in one run on throw-away servers. CPU time per
 * request is the steady figure; requests a second and latencies swing with whatever else the machine does. Several
 * rounds, the best of each counts. Nothing here passes or fails. BENCH_ONLY measures the subjects whose name it is part
 * of, with their baselines; with BENCH_ONLY=slots no server is needed, and
 * BENCH_ONLY=overload shows one process at three times its capacity. BENCH_MILLION=1 adds a million live tokens, which take up a gigabyte and some minutes.
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../test/support/child-server.js';
import { startPostgres } from '../test/support/postgres-server.js';
import { startRedis, withRedis } from '../test/support/redis-server.js';
import { bytesEach, settle } from './installations.js';
import {
  bookings,
  exchanges,
  introspections,
  type Load,
  type Measured,
  plain,
  rotations,
  run,
  withTokens,
} from './load.js';
import { measureOverload } from './overload.js';
import { print, printOverload, printSlots, type Row } from './report.js';
import { measureSlots } from './slots.js';
import type { Order, Report, TargetName } from './target-process.js';
import type { Servers } from './targets/target.js';

interface Subject {
  readonly name: TargetName;
  /** Compared with. */
  readonly baseline?: TargetName;
  readonly seeds: number;
  readonly load: (credentials: readonly string[]) => Load;
}

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const AMOUNT = Number(process.env['BENCH_REQUESTS'] ?? 20_000);
const MILLION = process.env['BENCH_MILLION'] === '1';
const ONLY = process.env['BENCH_ONLY'] ?? '';
const INSTALLATIONS = 200;
/** A booking is a transaction with mails behind it, and a page of bookings is long: fewer take as much time. */
const FEWER = Math.ceil(AMOUNT / 20);

const tokens = (path: string) => (credentials: readonly string[]) => withTokens(path, credentials, AMOUNT);
const lists = (credentials: readonly string[]) => withTokens('/v2/bookings', credentials, FEWER);
function organizationLists([credential = '']: readonly string[]): Load {
  const [path = '', token = ''] = credential.split(' ');
  // One after the other: what the database takes for a page and its count is the latency.
  return { ...withTokens(path, [token], Math.ceil(FEWER / 10)), connections: 1 };
}
const ORGANIZATIONS = [
  'bookings of an organization, 100 of 100 thousand',
  'bookings of an organization, 100 of 300 thousand',
  'upcoming bookings of an organization, 100 of 100 thousand',
] as const;
const SUBJECTS: readonly Subject[] = [
  { name: 'bare Koa', seeds: 0, load: () => plain(AMOUNT) },
  { name: 'bare Koa + one Redis GET', seeds: 0, load: () => plain(AMOUNT) },
  { name: 'bare Koa + one Redis GET + one select', seeds: 0, load: () => plain(AMOUNT) },
  { name: 'guard', baseline: 'bare Koa + one Redis GET', seeds: 600, load: tokens('/v2/bench') },
  { name: 'guard with role', baseline: 'guard', seeds: 600, load: tokens('/v2/teams/1/bench') },
  {
    name: 'GET /v2/me',
    baseline: 'bare Koa + one Redis GET + one select',
    seeds: 600,
    load: tokens('/v2/me'),
  },
  { name: 'engine in memory, code', seeds: AMOUNT, load: exchanges },
  { name: 'code', baseline: 'engine in memory, code', seeds: AMOUNT, load: exchanges },
  { name: 'engine in memory, refresh', seeds: 64, load: (seeded) => rotations(seeded, AMOUNT) },
  {
    name: 'refresh',
    baseline: 'engine in memory, refresh',
    seeds: 64,
    load: (seeded) => rotations(seeded, AMOUNT),
  },
  {
    name: 'engine in memory, introspection',
    seeds: 600,
    load: (seeded) => introspections(seeded, AMOUNT),
  },
  {
    name: 'introspection',
    baseline: 'engine in memory, introspection',
    seeds: 600,
    load: (seeded) => introspections(seeded, AMOUNT),
  },
  { name: 'POST /v2/bookings, one by one', seeds: FEWER, load: (bodies) => bookings(bodies, 1) },
  { name: 'POST /v2/bookings, 16 at once', seeds: FEWER, load: (bodies) => bookings(bodies, 16) },
  { name: 'POST /v2/bookings without its mails', seeds: FEWER, load: (bodies) => bookings(bodies, 1) },
  { name: 'GET /v2/bookings, 100 of 1 thousand', seeds: 1, load: lists },
  {
    name: 'GET /v2/bookings, 100 of 100 thousand',
    baseline: 'GET /v2/bookings, 100 of 1 thousand',
    seeds: 1,
    load: lists,
  },
  { name: 'bookings of an organization, 100 of 1 thousand', seeds: 1, load: organizationLists },
  ...ORGANIZATIONS.map((name) => ({
    name,
    baseline: 'bookings of an organization, 100 of 1 thousand' as const,
    seeds: 1,
    load: organizationLists,
  })),
];

const AMONG_MANY: readonly Subject[] = [
  { name: '/v2/me among 10 thousand', seeds: 10_000, load: tokens('/v2/me') },
  {
    name: '/v2/me among 1 million',
    baseline: '/v2/me among 10 thousand',
    seeds: 1_000_000,
    load: tokens('/v2/me'),
  },
];

function chosen(subjects: readonly Subject[]): readonly Subject[] {
  const asked = subjects.filter(({ name }) => name.includes(ONLY));
  return subjects.filter(({ name }) =>
    asked.some((subject) => subject.name === name || subject.baseline === name),
  );
}

/** The target has one core to itself where the machine lets us choose; load and stores share the others. */
function pin(child: ChildProcess): void {
  try {
    execFileSync('taskset', ['-a', '-p', '-c', '0', String(child.pid)], { stdio: 'ignore' });
  } catch {
    // No taskset: the figures are noisier, the ratios hold.
  }
}

async function ask(child: ChildProcess, order: Order): Promise<Report> {
  child.send(order);
  const [report] = (await once(child, 'message')) as [Report];
  return report;
}

async function cpu(child: ChildProcess): Promise<number> {
  const report = await ask(child, { kind: 'cpu' });
  return report.kind === 'cpu' ? report.microseconds : Number.NaN;
}

async function seeds(child: ChildProcess, count: number): Promise<readonly string[]> {
  if (count === 0) return [];
  const report = await ask(child, { kind: 'seed', count });
  return report.kind === 'seeded' ? report.credentials : [];
}

interface Round extends Measured {
  readonly cpu: number;
}

async function round(child: ChildProcess, url: string, { seeds: count, load }: Subject): Promise<Round> {
  const work = load(await seeds(child, count));
  const before = await cpu(child);
  const measured = await run(url, work);
  if (measured.refused > 0)
    throw new Error(`${measured.refused} of ${measured.requests} requests were refused`);
  return { ...measured, cpu: ((await cpu(child)) - before) / measured.requests };
}

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
}

async function start(name: TargetName, servers: Servers): Promise<Started> {
  const port = await freePort();
  const child = fork(new URL('./target-process.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'],
    env: {
      ...process.env,
      BENCH_TARGET: name,
      BENCH_PORT: String(port),
      BENCH_DATABASE_URL: servers.databaseUrl,
      BENCH_REDIS_URL: servers.redisUrl,
    },
  });
  await once(child, 'message');
  pin(child);
  return { child, url: `http://localhost:${port}` };
}

async function end(child: ChildProcess): Promise<void> {
  child.kill();
  await once(child, 'exit');
}

async function measure(subject: Subject, servers: Servers): Promise<Row> {
  const { child, url } = await start(subject.name, servers);
  const rounds: Round[] = [];
  for (let count = 0; count <= ROUNDS; count += 1) {
    const measured = await round(child, url, subject);
    if (count > 0) rounds.push(measured);
  }
  await end(child);
  return {
    name: subject.name,
    baseline: subject.baseline,
    perSecond: Math.max(...rounds.map(({ perSecond }) => perSecond)),
    p50: Math.min(...rounds.map(({ p50 }) => p50)),
    p99: Math.min(...rounds.map(({ p99 }) => p99)),
    cpu: Math.min(...rounds.map((one) => one.cpu)),
  };
}

async function bytesPerInstallation(servers: Servers): Promise<number> {
  const { child, url } = await start('code', servers);
  const settled = await settle(url, await seeds(child, INSTALLATIONS));
  await end(child);
  return bytesEach(servers.redisUrl, settled);
}

async function benchServers(): Promise<void> {
  const [postgres, redis] = [await startPostgres(), await startRedis()];
  try {
    const servers = { databaseUrl: postgres.url('postgres'), redisUrl: redis.url() };
    const rows: Row[] = [];
    const bytes = await bytesPerInstallation(servers);
    for (const subject of chosen(SUBJECTS)) rows.push(await measure(subject, servers));
    await withRedis(servers.redisUrl, (client) => client.flushall());
    for (const subject of MILLION ? chosen(AMONG_MANY) : []) rows.push(await measure(subject, servers));
    print(rows, { rounds: ROUNDS, requests: AMOUNT, bytes });
  } finally {
    await Promise.all([postgres.stop(), redis.stop()]);
  }
}

async function benchOverload(): Promise<void> {
  const [postgres, redis] = [await startPostgres(), await startRedis()];
  try {
    const servers = { databaseUrl: postgres.url('postgres'), redisUrl: redis.url() };
    const { child, url } = await start('refresh', servers);
    const port = Number(new URL(url).port);
    const measured = await measureOverload({
      port,
      seed: (count) => seeds(child, count),
      cpu: () => cpu(child),
    });
    await end(child);
    printOverload(measured);
  } finally {
    await Promise.all([postgres.stop(), redis.stop()]);
  }
}

if ('slots'.includes(ONLY)) printSlots(measureSlots());
if (chosen([...SUBJECTS, ...AMONG_MANY]).length > 0) await benchServers();
if ('overload'.includes(ONLY)) await benchOverload();
