/* What a page of a long audit log costs: the plan of each statement, as the database carries it out. */
import { createAuditLog } from '../../../../adapters/knex/events/audit.js';
import type { AuditFilter, AuditPage } from '../../../../src/events/audit-log.js';
import { backendName, openTestDatabase, type TestDatabase } from '../../../support/backend.js';
import { planOf, statementsOf, type PlanNode } from '../../../support/plans.js';

const ROWS = 10_000;
const PART = 500;
const LIMIT = 51;
/** Every filter leaves many rows, and the rarer ones lie among all the others. */
const FILL = `
insert into audit_entry (id, at, actor, network, action, subject, facts)
select gen_random_uuid(), now() - n * interval '1 minute', 'account:' || n % 100, '192.0.2.' || n % 100,
  'action.' || n % 100, 'client:' || n % 100,
  jsonb_build_object('clientId', 'c' || n % 100, 'accountId', n % 100)
from generate_series(:from::int, :to::int) n`;

const BURST = `
insert into audit_entry (id, at, actor, action, subject)
select gen_random_uuid(), '2026-11-21T14:05:00Z', :actor, 'burst', 'burst' from generate_series(1, 100)`;

let database: TestDatabase;
let middle: AuditPage['behind'];
beforeAll(async () => {
  database = await openTestDatabase();
  // In parts: each statement has a second.
  for (let from = 1; from < ROWS; from += PART) await database.db.raw(FILL, { from, to: from + PART - 1 });
  await database.db.raw('analyze audit_entry');
  middle = await database
    .db('audit_entry')
    .orderBy('at')
    .offset(ROWS / 2)
    .first('at', 'id');
});
afterAll(() => database.close());

const statementsIn = (work: () => Promise<unknown>) => statementsOf(database.db, work);
const touched = (plan: readonly PlanNode[]): number =>
  Math.max(...plan.map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)));

describe(`a page of ${ROWS} entries on ${backendName}`, () => {
  const FILTERS: readonly (readonly [string, AuditFilter])[] = [
    ['everything', {}],
    ['an actor', { actor: 'account:3' }],
    ['an action', { action: 'action.3' }],
    ['a network', { clientIp: '192.0.2.3' }],
    ['a client', { subject: 'client:3' }],
    ['a client that facts name', { subject: 'client:c3' }],
    ['an account that facts name', { subject: 'account:3' }],
    [
      'a time',
      { since: new Date(Date.now() - 4_000 * 60_000), until: new Date(Date.now() - 2_000 * 60_000) },
    ],
  ];

  test.each(FILTERS)('of %s is one statement that reads little more than the page', async (_, filter) => {
    for (const order of ['newest', 'oldest'] as const) {
      for (const behind of [undefined, ...('since' in filter ? [] : [middle])]) {
        const page = { filter, order, behind, limit: LIMIT };
        const statements = await statementsIn(() => createAuditLog(database.db).read(page));
        expect(statements).toHaveLength(1);
        const plan = await planOf(database.db, statements[0] ?? { sql: '', bindings: [] });
        const types = plan.map((node) => node['Node Type']);
        expect(types).not.toContain('Seq Scan');
        expect(types.some((type) => type.includes('Index'))).toBe(true);
        expect(touched(plan)).toBeLessThanOrEqual(2 * LIMIT);
      }
    }
  });

  test('finds the known actions without reading the log', async () => {
    const [statement, ...more] = await statementsIn(() => createAuditLog(database.db).actions());
    expect(more).toEqual([]);
    const plan = await planOf(database.db, statement ?? { sql: '', bindings: [] });
    expect(plan.map((node) => node['Node Type'])).not.toContain('Seq Scan');
    expect(touched(plan)).toBeLessThanOrEqual(250);
  });

  test.each(['newest', 'oldest'] as const)(
    'with entries of the same time contains each on one page, %s first',
    async (order) => {
      const actor = `burst ${order}`;
      await database.db.raw(BURST, { actor });
      const log = createAuditLog(database.db);
      const ids: string[] = [];
      for (let behind: AuditPage['behind']; ids.length < 100;) {
        const page = await log.read({ filter: { actor }, order, behind, limit: 7 });
        ids.push(...page.map(({ id }) => id));
        behind = page.at(-1);
        if (behind === undefined) break;
      }
      expect(new Set(ids).size).toBe(100);
    },
  );
});
