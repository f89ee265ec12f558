/* What a page of bookings costs where many others have theirs: the plan of each statement, as it is carried out. */
import { createBookingStore } from '../../adapters/knex/bookings.js';
import type { Database } from '../../adapters/knex/connection.js';
import type { BookingFilter, BookingSort } from '../../src/scheduling/bookings/list-store.js';
import { backendName } from '../support/backend.js';
import { onDatabase, somebody } from './on-database.js';

const HOSTS = 100;
/** The embedded database takes its time to fill. */
const ROWS = backendName === 'embedded' ? 10_000 : 100_000;
const PART = 1_000;
const TAKE = 100;
const SHARE = ROWS / HOSTS;
/** Of the others a planner may well read all there is: it is a page or two. */
const LARGE = ['booking', 'booking_host', 'attendee'];

const FILL = `
with made as (
  insert into booking (uid, ics_uid, title, status, starts_at, ends_at)
  select 'plan-' || n, 'plan-' || n, 'Intro call', (array['accepted', 'pending', 'cancelled'])[1 + n % 3],
    now() + (n - cast(:middle as integer)) * interval '1 hour', now() + (n + 1 - cast(:middle as integer)) * interval '1 hour'
  from generate_series(cast(:from as integer), cast(:to as integer)) n
  returning id, starts_at, ends_at, cast(substr(uid, 6) as integer) as n
), hosts as (
  insert into booking_host (booking_id, account_id, starts_at, busy_from, busy_until)
  select id, cast(:firstHost as integer) + n % cast(:hosts as integer), starts_at, starts_at, ends_at from made
)
insert into attendee (booking_id, name, email, email_key, time_zone)
select id, 'Grace', 'g' || n || '@example.net', 'g' || n || '@example.net', 'UTC' from made`;

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}
interface Asked {
  readonly sql: string;
  readonly bindings: readonly unknown[];
}

const nodes = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

async function planOf(db: Database, { sql, bindings }: Asked): Promise<readonly Plan[]> {
  const numbered = sql.replaceAll(/\$\d+/g, '?');
  const { rows } = await db.raw<{ rows: readonly { 'QUERY PLAN': readonly { Plan: Plan }[] }[] }>(
    `explain (analyze, format json) ${numbered}`,
    [...bindings] as string[],
  );
  return rows[0]?.['QUERY PLAN'].flatMap(({ Plan }) => nodes(Plan)) ?? [];
}

const rowsOf = (node: Plan): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];

describe(`a page of bookings among ${ROWS} on ${backendName}`, () => {
  const database = onDatabase();
  let hostId: number;
  beforeAll(async () => {
    const db = database();
    const hosts: number[] = [];
    for (let count = 0; count < HOSTS; count += 1) hosts.push(await somebody(db));
    hostId = hosts[0] ?? 0;
    for (let from = 1; from <= ROWS; from += PART) {
      const values = { from, to: from + PART - 1, middle: ROWS / 2, firstHost: hostId, hosts: HOSTS };
      await db.raw(FILL, values);
    }
    for (const table of LARGE) await db.raw(`analyze ${table}`);
  });

  async function statementsOf(
    filter: BookingFilter,
    sort: readonly BookingSort[],
  ): Promise<readonly Asked[]> {
    const asked: Asked[] = [];
    const hear = (query: Asked): void => void asked.push(query);
    database().on('query', hear);
    const question = { viewerId: hostId, filter, sort, now: Date.now(), take: TAKE, skip: 0 };
    await createBookingStore(database()).list(question);
    database().removeListener('query', hear);
    return asked;
  }

  test.each<readonly [string, BookingFilter, readonly BookingSort[]]>([
    ['everything', {}, []],
    ['the newest', {}, [{ by: 'start', order: 'desc' }]],
    ['what is to come', { statuses: ['upcoming'] }, []],
    ['what has passed', { statuses: ['past'] }, [{ by: 'start', order: 'desc' }]],
    ['what waits', { statuses: ['unconfirmed'] }, []],
    ['a day', { afterStart: Date.now(), beforeEnd: Date.now() + 86_400_000 }, []],
    ['an attendee', { attendeeEmail: 'g7@example.net' }, []],
    ['what was changed last', {}, [{ by: 'updated', order: 'desc' }]],
  ])('reads no table whole: %s', async (_, filter, sort) => {
    const statements = await statementsOf(filter, sort);
    expect(statements.length).toBeGreaterThanOrEqual(2);
    for (const statement of statements) {
      const plan = await planOf(database(), statement);
      const whole = plan
        .filter((node) => node['Node Type'] === 'Seq Scan')
        .map((node) => node['Relation Name'] ?? '');
      expect(whole.filter((table) => LARGE.includes(table))).toEqual([]);
      expect(Math.max(...plan.map(rowsOf))).toBeLessThanOrEqual(2 * SHARE);
    }
  });

  test('takes only as many from the calendar as it shows', async () => {
    const [statement] = await statementsOf({}, []);
    const plan = await planOf(database(), statement ?? { sql: '', bindings: [] });
    expect(Math.max(...plan.map(rowsOf))).toBeLessThanOrEqual(2 * TAKE);
  });
});
