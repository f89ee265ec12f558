/* No table that names an account is forgotten when its data is exported, and when it is erased. */
import { SUBJECTS } from '../../../../adapters/knex/account-data/account-data.js';
import { ACCESS_TABLES } from '../../../../adapters/knex/account-data/deletions.js';
import { ERASED } from '../../../../adapters/knex/account-data/erasure.js';
import { selectRows } from '../../../../adapters/knex/rows.js';
import { backendName } from '../../../support/backend.js';
import { onDatabase } from '../../../contracts/on-database.js';

const REFERENCES = `
select cast(cast(conrelid as regclass) as text) as "table", attname as "column"
from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
where contype = 'f' and confrelid = cast('account' as regclass) order by 1, 2`;

/** Not a table of its own in the data, with the reason. */
const NOT_EXPORTED: Readonly<Record<string, string>> = {
  'booking_host.account_id': 'part of hostedBookings',
  'client_tester.invited_by': 'data of the tester',
  'membership.invited_by': 'data of the user who was invited',
  'out_of_office.stand_in_id': 'data of the user who is away',
};

/** Rows that stay, or that something else than a list of tables removes. */
const NOT_LISTED: Readonly<Record<string, string>> = {
  'booking_host.account_id': 'stays for the attendees, under the pseudonym',
  'calendar_connection.account_id': 'disconnected, which revokes its tokens',
  'client_tester.invited_by': 'stays under the pseudonym',
  'client.owner_id': 'refused while it is theirs alone; of a team it stays under the pseudonym',
  'conferencing_app.account_id': 'disconnected, which revokes its tokens',
  'conferencing_app.connected_by': 'disconnected, which revokes its tokens',
  'membership.account_id': 'left, with what follows for the group',
  'membership.invited_by': 'stays under the pseudonym',
  'out_of_office.stand_in_id': 'set to null',
  'routing_form.account_id': 'belongs to a team and stays under the pseudonym',
  'verified_email.verified_by': 'belongs to a team and stays under the pseudonym',
  'verified_phone.verified_by': 'belongs to a team and stays under the pseudonym',
  'workflow.author_id': 'belongs to a team and stays under the pseudonym',
};

describe(`the tables that name an account, on ${backendName}`, () => {
  const open = onDatabase();
  const references = () => selectRows<{ table: string; column: string }>(open(), REFERENCES);

  test('are all in the exported data', async () => {
    const statements = Object.values(SUBJECTS).join('\n');
    const missing = (await references())
      .filter(
        ({ table, column }) => !new RegExp(`(from|join) ${table}\\b[^;]*\\b${column}\\b`).test(statements),
      )
      .map(({ table, column }) => `${table}.${column}`);
    expect(missing.filter((name) => NOT_EXPORTED[name] === undefined)).toEqual([]);
  });

  test('are erased, or stay for a reason', async () => {
    const listed = Object.entries({ ...ERASED, ...ACCESS_TABLES }).map((entry) => entry.join('.'));
    const found = (await references()).map(({ table, column }) => `${table}.${column}`);
    expect(found.filter((name) => !listed.includes(name) && NOT_LISTED[name] === undefined)).toEqual([]);
    expect(Object.keys(NOT_LISTED).filter((name) => !found.includes(name))).toEqual([]);
  });
});
