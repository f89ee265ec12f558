/* An upgrade knows from the audit log whose work the clients are that were there before. */
import { createClientStore } from '../../adapters/knex/clients/clients.js';
import { clientMakers } from '../../adapters/knex/migrations/077-client-makers.js';
import { backendName } from '../support/backend.js';
import { onDatabase, somebody } from './on-database.js';
import { client } from './samples.js';

describe(`makers of clients on ${backendName}`, () => {
  const open = onDatabase();

  test('are found again in the audit log: who made, changed or took over a client', async () => {
    const db = open();
    const [maker, editor, owner, nonMember] = [
      await somebody(db),
      await somebody(db),
      await somebody(db),
      await somebody(db),
    ];
    const input = client(maker);
    await createClientStore(db).create(input, { actor: 'cli' });
    const entry = (id: string, actor: number, action: string) => ({
      id: `019aa7c2-7c1b-7000-8000-${id.padStart(12, '0')}`,
      actor: `account:${actor}`,
      action,
      subject: `client:${input.id}`,
    });
    await db('audit_entry').insert([
      entry('1', editor, 'client.edited'),
      entry('2', owner, 'client.transferred'),
      entry('3', nonMember, 'client.rejected'),
    ]);
    await db('client').where({ id: input.id }).update({ owner_id: owner });
    await db('client_maker').delete();
    for (const statement of clientMakers.up) await db.raw(statement);
    const rows = await db<{ client_id: string; account_id: number }>('client_maker')
      .where({ client_id: input.id })
      .orderBy('account_id')
      .select('account_id');
    expect(rows.map((row) => row.account_id)).toEqual([maker, editor, owner]);
  });
});
