/* What a page of ended grants costs in a long audit log: the plan of its statement, as the database carries it out. */
import { createGrantHistory } from '../../../../adapters/knex/authorization/grant-history.js';
import { backendName, openTestDatabase, type TestDatabase } from '../../../support/backend.js';
import { maxRowsOf, planOf, statementsOf } from '../../../support/plans.js';

const GRANTS = 2_000;
const PART = 500;
const LIMIT = 26;

/** Every grant has ended, and its user did other things too. */
const FILL = `
insert into audit_entry (id, at, actor, action, subject, facts)
select gen_random_uuid(), now() - (n * 5 + k) * interval '1 minute', 'account:1',
  (array['grant.allowed', 'grant.narrowed', 'grant.revoked', 'booking.created', 'booking.created'])[5 - k],
  case when k < 2 then 'booking:' || n * 5 + k else 'family:f' || n end,
  jsonb_build_object('clientId', 'c' || n % 10, 'accountId', 1, 'ends', '2031-01-01T00:00:00Z')
from generate_series(cast(:from as integer), cast(:to as integer)) n, generate_series(0, 4) k`;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  // In parts: each statement has a second.
  for (let from = 1; from < GRANTS; from += PART) await database.db.raw(FILL, { from, to: from + PART - 1 });
  await database.db.raw('analyze audit_entry');
});
afterAll(() => database.close());

test(`a page of ${GRANTS} ended grants reads little more than the page on ${backendName}`, async () => {
  const { past } = createGrantHistory(database.db);
  const page = { accountId: 1, current: ['other'], allowedBefore: new Date(), limit: LIMIT };
  const first = await past(page);
  expect([first.length, first.filter(({ end }) => end === undefined)]).toEqual([LIMIT, []]);
  for (const behind of [undefined, first.at(-1)?.entry]) {
    const statements = await statementsOf(database.db, () => past({ ...page, behind }));
    expect(statements).toHaveLength(1);
    const plan = await planOf(database.db, statements[0] ?? { sql: '', bindings: [] });
    expect(plan.map((node) => node['Index Name'])).toContain('audit_entry_allowed');
    expect(maxRowsOf(plan, ['audit_entry'])).toBeLessThanOrEqual(4 * LIMIT);
  }
});
