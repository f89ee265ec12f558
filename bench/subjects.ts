/* What is measured, against which baseline, with which load. */
import { bookings, exchanges, introspections, type Load, plain, rotations, withTokens } from './load.js';
import type { TargetName } from './target-process.js';

export interface Subject {
  readonly name: TargetName;
  /** Compared with. */
  readonly baseline?: TargetName;
  readonly seeds: number;
  readonly load: (credentials: readonly string[]) => Load;
}

/** Of a round. */
export const AMOUNT = Number(process.env['BENCH_REQUESTS'] ?? 20_000);
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
export const SUBJECTS: readonly Subject[] = [
  { name: 'bare Koa', seeds: 0, load: () => plain(AMOUNT) },
  { name: 'bare Koa + one Redis GET', seeds: 0, load: () => plain(AMOUNT) },
  { name: 'bare Koa + one Redis GET + one select', seeds: 0, load: () => plain(AMOUNT) },
  { name: 'guard', baseline: 'bare Koa + one Redis GET', seeds: 600, load: tokens('/v2/bench') },
  {
    name: 'guard with role',
    baseline: 'bare Koa + one Redis GET + one select',
    seeds: 600,
    load: tokens('/v2/teams/1/bench'),
  },
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

export const AMONG_MANY: readonly Subject[] = [
  { name: '/v2/me among 10 thousand', seeds: 10_000, load: tokens('/v2/me') },
  {
    name: '/v2/me among 1 million',
    baseline: '/v2/me among 10 thousand',
    seeds: 1_000_000,
    load: tokens('/v2/me'),
  },
];

/** Those whose name `part` is in, and their baselines. */
export function chosen(subjects: readonly Subject[], part: string): readonly Subject[] {
  const asked = subjects.filter(({ name }) => name.includes(part));
  return subjects.filter(({ name }) =>
    asked.some((subject) => subject.name === name || subject.baseline === name),
  );
}
