import { createAccountStore } from '../../../../adapters/knex/accounts/accounts.js';
import { createLogoStore, sweepLogos } from '../../../../adapters/knex/clients/client-logos.js';
import { createClientRecordStore } from '../../../../adapters/knex/clients/client-records.js';
import { createClientStore } from '../../../../adapters/knex/clients/clients.js';
import { backendName, openTestDatabase, type TestDatabase } from '../../../support/backend.js';
import { clientLogosContract, clientWith, savedLogo } from './client-logos.contract.js';
import { onBackend } from '../../../contracts/on-backend.js';
import { ACTOR } from '../../../contracts/samples.js';

describe(`the store of logos on ${backendName}`, () => {
  const stores = onBackend();
  clientLogosContract(() => stores());
});

describe('the sweeper of logos', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  const stores = () => ({
    accounts: { accounts: createAccountStore(database.db) },
    clients: {
      clients: createClientStore(database.db),
      logos: createLogoStore(database.db),
      records: createClientRecordStore(database.db),
    },
  });
  const age = () => database.db.raw(`update client_logo set held_at = now() - interval '25 hours'`);
  const isThere = async (hash: string) => (await stores().clients.logos.find(hash)) !== undefined;

  test('removes an unused logo after a day', async () => {
    const [old, held] = [await savedLogo(stores()), await savedLogo(stores())];
    await age();
    const young = await savedLogo(stores());
    expect(await stores().clients.logos.hold(held)).toBe(true);
    await sweepLogos(database.db);
    expect(await Promise.all([old, held, young].map(isThere))).toEqual([false, true, true]);
  });

  test('removes no logo that a client or a proposal uses', async () => {
    const { records } = stores().clients;
    const [current, proposed] = [await savedLogo(stores()), await savedLogo(stores())];
    const { id, ownerId, name, purpose, redirectUris, scopes } = await clientWith(
      stores(),
      current,
      'approved',
    );
    const now = { name, purpose, redirectUris, scopes, logo: current };
    const proposal = { name, redirectUris, scopes, logo: proposed };
    await records.edit(
      id,
      ownerId,
      { version: 1, legacy: false, facts: { changed: [] }, now, proposal },
      ACTOR,
    );
    await age();
    await sweepLogos(database.db);
    expect(await Promise.all([current, proposed].map(isThere))).toEqual([true, true]);
    await records.withdraw(id, ownerId, 2, ACTOR);
    await sweepLogos(database.db);
    expect(await Promise.all([current, proposed].map(isThere))).toEqual([true, false]);
    await records.remove(id, ownerId, ACTOR);
    await sweepLogos(database.db);
    expect(await isThere(current)).toBe(false);
  });
});
