import { backendName } from '../support/backend.js';
import { auditContract } from './audit.contract.js';
import { insertEntry } from '../../adapters/knex/events/audit-entries.js';
import { useBackend } from './on-backend.js';
import { ACTOR, client, newAccount } from './samples.js';

describe(`the audit log on ${backendName}`, () => {
  const backend = useBackend();
  const stores = () => backend().stores;
  auditContract({
    open: () => stores().events.audit,
    append: async (entry) => void (await insertEntry(backend().db, entry)),
  });

  test('the parties of entries have their current names', async () => {
    const account = await stores().accounts.accounts.create(newAccount({ name: 'Ada Lovelace' }), ACTOR);
    if (account === 'email_taken') throw new Error('a random address was taken');
    const registered = client(account.id, { name: 'Acme Sync' });
    await stores().clients.clients.create(registered, ACTOR);
    const parties = [`account:${account.id}`, `client:${registered.id}`];
    const odd = [
      'system',
      'account:0',
      'account:99999999999',
      'account:x',
      'client:',
      'client:\0',
      'family:f',
    ];
    expect(await stores().events.audit.names([...parties, ...odd])).toEqual(
      new Map([
        [parties[0], `Ada Lovelace <${account.email}>`],
        [parties[1], 'Acme Sync'],
      ]),
    );
    expect(await stores().events.audit.names([])).toEqual(new Map());
  });
});
