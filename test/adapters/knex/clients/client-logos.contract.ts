/* The contract of every LogoStore: logos by their hash, held before they are used. */
import { createHash, randomBytes } from 'node:crypto';
import type { AccountStores } from '../../../../src/accounts/stores.js';
import type { ClientStores } from '../../../../src/clients/stores.js';
import type { Stores } from '../../../../src/stores.js';
import { ACTOR, client, newAccount, UNSTORABLE_TEXTS } from '../../../contracts/samples.js';

type Needed = Pick<Stores, 'accounts' | 'clients'>;

export async function savedLogo({
  clients: { logos },
}: {
  clients: Pick<ClientStores, 'logos'>;
}): Promise<string> {
  const png = randomBytes(64);
  const hash = createHash('sha256').update(png).digest('hex');
  await logos.save(hash, png);
  return hash;
}

export async function clientWith(
  {
    accounts: { accounts },
    clients: { clients },
  }: {
    accounts: Pick<AccountStores, 'accounts'>;
    clients: Pick<ClientStores, 'clients'>;
  },
  logo: string,
  status: 'pending' | 'approved' = 'pending',
) {
  const owner = await accounts.create(newAccount(), ACTOR);
  if (owner === 'email_taken') throw new Error('the address of a sample was taken');
  const input = client(owner.id, { logo, status });
  await clients.create(input, ACTOR);
  return input;
}

export function clientLogosContract(open: () => Needed): void {
  test('a logo is read byte for byte, and saving it twice stores it once', async () => {
    const {
      clients: { logos },
    } = open();
    const png = Buffer.from([0, 255, 137, 80, 78, 71, 13, 10, 26, 10, 92, 120, 39]);
    const hash = createHash('sha256').update(png).digest('hex');
    await Promise.all([logos.save(hash, png), logos.save(hash, png)]);
    const found = await logos.find(hash);
    expect(found).toBeInstanceOf(Buffer);
    expect(found?.equals(png)).toBe(true);
  });

  test('an unknown logo is neither found nor held', async () => {
    const {
      clients: { logos },
    } = open();
    for (const hash of ['0'.repeat(64), '', 'x', ...UNSTORABLE_TEXTS]) {
      expect(await logos.find(hash)).toBeUndefined();
      expect(await logos.hold(hash)).toBe(false);
    }
    expect(await logos.hold(await savedLogo(open()))).toBe(true);
  });

  test('invalid hashes and sizes are refused by the database', async () => {
    const {
      clients: { logos },
    } = open();
    await expect(logos.save('not a hash', Buffer.alloc(1))).rejects.toThrow();
    await expect(logos.save('a'.repeat(64), Buffer.alloc(1_048_577))).rejects.toThrow();
  });

  test('a client has one logo, which must be stored', async () => {
    const {
      clients: { clients, records },
    } = open();
    const logo = await savedLogo(open());
    const { id, ownerId } = await clientWith(open(), logo);
    expect((await clients.find(id))?.logo).toBe(logo);
    expect((await records.find(id))?.client.logo).toBe(logo);
    await expect(clients.create(client(ownerId, { logo: 'b'.repeat(64) }), ACTOR)).rejects.toThrow(
      'client_logo_fkey',
    );
  });

  test('an edit replaces or removes the logo, a proposal waits with its own', async () => {
    const {
      clients: { records },
    } = open();
    const [first, second] = [await savedLogo(open()), await savedLogo(open())];
    const { id, ownerId, name, purpose, redirectUris, scopes } = await clientWith(open(), first, 'approved');
    const terms = { name, purpose, redirectUris, scopes };
    const proposal = { name, redirectUris, scopes, logo: second };
    const edit = { legacy: false, facts: { changed: [] } };
    const now = { ...terms, logo: first };
    expect(await records.edit(id, ownerId, { ...edit, version: 1, now, proposal }, ACTOR)).toBe('done');
    const waiting = await records.find(id);
    expect([waiting?.client.logo, waiting?.proposal?.logo]).toEqual([first, second]);
    expect(await records.settleProposal(id, { version: 2, changes: [] }, ACTOR)).toBe('done');
    expect((await records.find(id))?.client.logo).toBe(second);
    expect(await records.edit(id, ownerId, { ...edit, version: 3, now: terms }, ACTOR)).toBe('done');
    expect(Object.keys((await records.find(id))?.client ?? {})).not.toContain('logo');
  });
}
