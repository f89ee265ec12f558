/* The plans of frequent statements on tables that grow large. */
import { createAccountStore } from '../../../adapters/knex/accounts/accounts.js';
import { createDeadJobStore } from '../../../adapters/knex/delivery/dead-jobs.js';
import { createJobStore } from '../../../adapters/knex/jobs/jobs.js';
import { releaseMails } from '../../../adapters/knex/conferencing/meeting-locations.js';
import { createMembershipStore } from '../../../adapters/knex/memberships/memberships.js';
import { createRoutingFormStore } from '../../../adapters/knex/routing-forms/routing-forms.js';
import { createFailingWebhooks } from '../../../adapters/knex/webhooks/failing-webhooks.js';
import { sweepDeliveries } from '../../../adapters/knex/webhooks/delivery-attempts.js';
import type { Database } from '../../../adapters/knex/connection.js';
import { backendName } from '../../support/backend.js';
import { maxRowsOf, planOf, readWhole, statementsOf } from '../../support/plans.js';
import { insertMembership, onDatabase, insertAccount } from '../../contracts/on-database.js';

/** The embedded database is slow to fill. */
const ROWS = backendName === 'embedded' ? 10_000 : 100_000;
const PART = 1_000;
const TAKE = 50;
const FORMS = 10;

const JOBS = `
insert into job (id, kind, payload, due_at)
select gen_random_uuid(), 'booking', jsonb_build_object('bookingIds', jsonb_build_array(n, n + 1)),
  now() + (n % 2 * 2 - 1) * interval '1 hour'
from generate_series(cast(:from as integer), cast(:to as integer)) n`;

const DELIVERIES = `
insert into job (id, kind, payload, party, lane, tries, due_at)
select gen_random_uuid(), 'webhook', '{}', 'party ' || n % 10, 'lane ' || n, n % 3, now() - interval '2 hours'
from generate_series(cast(:from as integer), cast(:to as integer)) n`;

// Some were given up, as many are retried later.
const FAILED = `
insert into job (id, kind, payload, tries, due_at, dead_at, reason)
select gen_random_uuid(), 'sms', '{}', 8, now() + interval '2 hours',
  case when n % 40 = 0 then now() - n * interval '1 second' end, 'refused'
from generate_series(cast(:from as integer), cast(:to as integer)) n where n % 20 = 0`;

const WEBHOOKS = `
insert into webhook (id, account_id, subscriber_url, triggers, active, failing_since)
select gen_random_uuid(), :accountId, 'https://r.example/' || n, '{}', true,
  case when n % 1000 = 0 then now() end
from generate_series(cast(:from as integer), cast(:to as integer)) n where n % 10 = 0`;

const RESPONSES = `
insert into routing_form_response (form_id, filler_id, answers, action, fallback)
select 'plan-' || n % ${FORMS}, 'plan-' || n, '{}', '{}', false
from generate_series(cast(:from as integer), cast(:to as integer)) n`;

const MEMBERS = `
with made as (
  insert into account (email, email_key, username, name, password_hash)
  select mine || '@example.net', mine || '@example.net', mine, 'Grace', 'none'
  from generate_series(cast(:from as integer), cast(:to as integer)) n, lateral (select 'plan-' || n as mine) as name
  returning id
)
insert into membership (team_id, account_id, role, accepted)
select (array[cast(:teamId as integer), cast(:otherId as integer)])[1 + id % 2], id, 'member', true from made`;

const LARGE = ['job', 'routing_form_response', 'account', 'membership', 'webhook'];

async function fill(db: Database): Promise<{ readonly teamId: number }> {
  const accountId = await insertAccount(db);
  const joined = { organization: false, accepted: true };
  const [otherId, teamId] = [
    await insertMembership(db, accountId, joined),
    await insertMembership(db, accountId, joined),
  ];
  const form = { team_id: teamId, name: 'Sales', position: 0, fallback: '{}' };
  const ids = Array.from({ length: FORMS }, (_, at) => `plan-${at}`);
  await db('routing_form').insert(ids.map((id) => ({ ...form, id })));
  const of = new Map<string, object>([
    [MEMBERS, { teamId, otherId }],
    [WEBHOOKS, { accountId }],
  ]);
  for (const sql of [JOBS, DELIVERIES, FAILED, RESPONSES, MEMBERS, WEBHOOKS])
    for (let from = 1; from <= ROWS; from += PART)
      await db.raw(sql, { from, to: from + PART - 1, ...of.get(sql) });
  for (const table of LARGE) await db.raw(`analyze ${table}`);
  return { teamId };
}

describe(`tables of ${ROWS} rows on ${backendName}`, () => {
  const database = onDatabase();
  let teamId: number;
  beforeAll(async () => {
    ({ teamId } = await fill(database()));
  });

  const taking = () => ({
    ...{ now: new Date(), leaseUntil: new Date(Date.now() + 60_000), atMost: TAKE },
    maxAttempts: 12,
  });
  const page = { take: TAKE, skip: 0 };
  const ASKED: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['mails that wait for the link of a meeting', () => releaseMails(database(), ROWS / 2)],
    ['whether a job is due', () => createJobStore(database()).anyDue(new Date(), 12)],
    ['jobs that are due', () => createJobStore(database()).take(taking())],
    [
      'jobs for parties, several for each',
      () => createJobStore(database()).takeForParties({ ...taking(), perParty: 5 }),
    ],
    [
      'jobs by kind',
      () => createDeadJobStore(database()).byKind({ now: new Date(), maxAttempts: 12, most: TAKE }),
    ],
    ['jobs that were given up', () => createDeadJobStore(database()).list({ most: TAKE })],
    [
      'those of one kind, from the middle',
      () =>
        createDeadJobStore(database()).list({
          ...{ kind: 'sms', most: TAKE },
          after: { at: new Date(Date.now() - ROWS * 500), id: '00000000-0000-0000-0000-000000000000' },
        }),
    ],
    ['who signed up', () => createAccountStore(database()).signUps(new Date(), TAKE)],
    ['failing webhooks', () => createFailingWebhooks(database()).list(TAKE)],
    ['how many webhooks fail', () => createFailingWebhooks(database()).count(TAKE)],
    ['abandoned deliveries', () => sweepDeliveries(database())],
    [
      'responses to a form',
      () => createRoutingFormStore(database()).responses({ scope: { teamId }, formId: 'plan-3' }, page),
    ],
    [
      'responses by their last change',
      () =>
        createRoutingFormStore(database()).responses(
          { scope: { teamId }, formId: 'plan-3' },
          { ...page, sortUpdatedAt: 'desc' },
        ),
    ],
    ['members of a team', () => createMembershipStore(database()).list(teamId, page)],
  ];

  test.each(ASKED)('are not scanned to find %s', async (_, work) => {
    const statements = await statementsOf(database(), work);
    expect(statements).not.toEqual([]);
    for (const statement of statements) {
      const plan = await planOf(database(), statement);
      expect(readWhole(plan).filter((table) => LARGE.includes(table))).toEqual([]);
      expect(maxRowsOf(plan, LARGE)).toBeLessThanOrEqual((FORMS + 2) * TAKE);
    }
  });
});
