/*
 * The contract of BlocklistStore: it lists blocked clients and accounts, and its revision rises exactly when they change,
 * or a registered client does.
 */
import type { ClientStatus } from '../../src/clients/store.js';
import type { Stores } from '../../src/stores.js';
import { ACTOR, client, newAccount, secret } from './samples.js';

type Needed = Pick<Stores, 'accounts' | 'clients' | 'scheduling'>;

export function accessBlocklistContract(open: () => Needed): void {
  async function owner(): Promise<number> {
    const account = await open().accounts.accounts.create(newAccount(), ACTOR);
    if (account === 'email_taken') throw new Error('the address of a sample was taken');
    return account.id;
  }

  async function created(status: ClientStatus): Promise<{ id: string; ownerId: number }> {
    const ownerId = await owner();
    const input = client(ownerId, { status });
    await open().clients.clients.create(input, ACTOR);
    return { id: input.id, ownerId };
  }

  const revision = async (): Promise<bigint> => BigInt(await open().clients.blocklists.revision());

  async function grew(change: () => Promise<unknown>): Promise<bigint> {
    const before = await revision();
    await change();
    return (await revision()) - before;
  }

  test('a pending client can be used by its owner only', async () => {
    const { id, ownerId } = await created('pending');
    const { pendingClients, blockedClients } = await open().clients.blocklists.read();
    expect([...(pendingClients.get(id) ?? [])]).toEqual([ownerId]);
    expect(blockedClients.has(id)).toBe(false);
  });

  test('rejected and suspended clients are blocked, approved ones are absent', async () => {
    const [approved, rejected, suspended] = [
      await created('approved'),
      await created('rejected'),
      await created('suspended'),
    ];
    const { pendingClients, blockedClients } = await open().clients.blocklists.read();
    expect([approved, rejected, suspended].map(({ id }) => blockedClients.has(id))).toEqual([
      false,
      true,
      true,
    ]);
    expect([approved, rejected, suspended].some(({ id }) => pendingClients.has(id))).toBe(false);
  });

  test('every effective verdict raises the revision and changes the blocklist', async () => {
    const { id } = await created('pending');
    const {
      clients: { clients, blocklists },
    } = open();
    expect(await grew(() => clients.setStatus(id, 'approved', undefined, ACTOR))).toBe(1n);
    expect((await blocklists.read()).pendingClients.has(id)).toBe(false);
    expect(await grew(() => clients.setStatus(id, 'suspended', 'abuse', ACTOR))).toBe(1n);
    expect((await blocklists.read()).blockedClients.has(id)).toBe(true);
    expect(await grew(() => clients.setStatus(id, 'suspended', 'abuse', ACTOR))).toBe(0n);
    expect(await grew(() => clients.setStatus(id, 'approved', undefined, ACTOR))).toBe(1n);
    expect((await blocklists.read()).blockedClients.has(id)).toBe(false);
  });

  test('a disabled account is listed until it is enabled', async () => {
    const {
      accounts: { accounts },
      clients: { blocklists },
    } = open();
    const id = await owner();
    expect(await grew(() => accounts.setDisabled(id, true, ACTOR))).toBe(1n);
    expect((await blocklists.read()).disabledAccounts.has(id)).toBe(true);
    expect(await grew(() => accounts.setDisabled(id, true, ACTOR))).toBe(0n);
    expect(await grew(() => accounts.setDisabled(id, false, ACTOR))).toBe(1n);
    expect((await blocklists.read()).disabledAccounts.has(id)).toBe(false);
  });

  test('a new pending client and every secret raise the revision; a new approved one and a profile do not', async () => {
    const {
      clients: { clients },
      scheduling: { profiles },
    } = open();
    const ownerId = await owner();
    const approved = client(ownerId, { status: 'approved' });
    expect(await grew(() => clients.create(client(ownerId), ACTOR))).toBe(1n);
    expect(await grew(() => clients.create(approved, ACTOR))).toBe(0n);
    const second = secret();
    expect(await grew(() => clients.addSecret(approved.id, second, ACTOR))).toBe(1n);
    expect(await grew(() => clients.addSecret(approved.id, secret(), ACTOR))).toBe(0n);
    expect(await grew(() => clients.removeSecret(approved.id, second.id, ACTOR))).toBe(1n);
    expect(await grew(() => clients.removeSecret(approved.id, second.id, ACTOR))).toBe(0n);
    expect(await grew(() => profiles.changeProfile(ownerId, { name: 'Other' }, ACTOR))).toBe(0n);
  });

  test('parallel changes each raise the revision', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, owner));
    const {
      accounts: { accounts },
      clients: { blocklists },
    } = open();
    expect(await grew(() => Promise.all(ids.map((id) => accounts.setDisabled(id, true, ACTOR))))).toBe(8n);
    const { disabledAccounts } = await blocklists.read();
    expect(ids.every((id) => disabledAccounts.has(id))).toBe(true);
  });

  test('the blocklist is read with its revision', async () => {
    const {
      clients: { blocklists },
    } = open();
    expect((await blocklists.read()).revision).toBe(await blocklists.revision());
  });
}
