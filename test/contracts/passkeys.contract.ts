/* The contract of every PasskeyStore, with the audit rows and mails of its changes. */
import type { NewPasskey } from '../../src/accounts/passkeys/passkey-store.js';
import type { Stores } from '../../src/stores.js';
import { ACTOR, ODD_TEXTS, newAccount, unique, UNSTORABLE_TEXTS } from './samples.js';

type Needed = Pick<Stores, 'accounts' | 'events'>;

const MAX = 20;
const LARGEST_COUNTER = 2 ** 32 - 1;

const passkey = (change: Partial<NewPasskey> = {}): NewPasskey => ({
  id: unique(),
  name: 'Phone',
  publicKey: unique(),
  counter: 0,
  transports: ['internal', 'hybrid'],
  ...change,
});

export function passkeysContract(open: () => Needed): void {
  async function createAccount(): Promise<number> {
    const account = await open().accounts.accounts.create(newAccount(), ACTOR);
    if (account === 'email_taken') throw new Error('the address of a sample was taken');
    return account.id;
  }

  async function added(change: Partial<NewPasskey> = {}) {
    const [
      accountId,
      registered,
      {
        accounts: { passkeys },
      },
    ] = [await createAccount(), passkey(change), open()];
    expect(await passkeys.add(accountId, registered, MAX, ACTOR)).toBe('added');
    const use = (counter: number, at = new Date()) =>
      passkeys.use({ id: registered.id, accountId, counter, at }, ACTOR);
    return { accountId, registered, passkeys, use };
  }

  const auditOf = async (accountId: number, action: string) => {
    const entries = await open().events.audit.list(undefined, 100_000);
    return entries.filter((entry) => entry.subject === `account:${accountId}` && entry.action === action);
  };

  test('a passkey is listed for its owner, found with its key, and writes an audit entry', async () => {
    const { accountId, registered, passkeys } = await added();
    const [listed, ...others] = await passkeys.list(accountId);
    expect(others).toEqual([]);
    expect(listed).toEqual({
      id: registered.id,
      name: 'Phone',
      transports: ['internal', 'hybrid'],
      createdAt: expect.any(Date),
    });
    expect(await passkeys.find(registered.id)).toEqual({ accountId, publicKey: registered.publicKey });
    expect(await passkeys.find(unique())).toBeUndefined();
    expect(await passkeys.list(await createAccount())).toEqual([]);
    const [row] = await auditOf(accountId, 'passkey.added');
    expect(row).toMatchObject({ ...ACTOR, facts: { passkey: registered.id, name: 'Phone' } });
    expect(JSON.stringify(row)).not.toContain(registered.publicKey);
  });

  test('an id belongs to one account, also when another registers it', async () => {
    const { accountId, registered, passkeys } = await added();
    const other = await createAccount();
    expect(await passkeys.add(other, { ...registered, name: 'Mine now' }, MAX, ACTOR)).toBe('taken');
    expect(await passkeys.add(accountId, { ...registered, name: 'Again' }, MAX, ACTOR)).toBe('taken');
    expect(await passkeys.find(registered.id)).toEqual({ accountId, publicKey: registered.publicKey });
    expect(await passkeys.list(other)).toEqual([]);
    expect(await auditOf(other, 'passkey.added')).toEqual([]);
  });

  test('of two accounts that register one id in parallel one gets it', async () => {
    const [
      registered,
      {
        accounts: { passkeys },
      },
    ] = [passkey(), open()];
    const accounts = await Promise.all([createAccount(), createAccount()]);
    const outcomes = await Promise.all(accounts.map((id) => passkeys.add(id, registered, MAX, ACTOR)));
    expect([...outcomes].sort()).toEqual(['added', 'taken']);
  });

  test('an account cannot exceed its limit, also by parallel additions', async () => {
    const [
      accountId,
      {
        accounts: { passkeys },
      },
    ] = [await createAccount(), open()];
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => passkeys.add(accountId, passkey(), 3, ACTOR)),
    );
    expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome === 'full')).toHaveLength(3);
    const [first] = await passkeys.list(accountId);
    await passkeys.remove(accountId, first?.id ?? '', ACTOR);
    expect(await passkeys.add(accountId, passkey(), 3, ACTOR)).toBe('added');
  });

  test('a disabled or unknown account gets none, and its passkeys are not found', async () => {
    const { accountId, registered, passkeys } = await added();
    await open().accounts.accounts.setDisabled(accountId, true, ACTOR);
    expect(await passkeys.find(registered.id)).toBeUndefined();
    expect(await passkeys.add(accountId, passkey(), MAX, ACTOR)).toBe('not_found');
    expect(await passkeys.add(2_000_000_000, passkey(), MAX, ACTOR)).toBe('not_found');
    await open().accounts.accounts.setDisabled(accountId, false, ACTOR);
    expect(await passkeys.find(registered.id)).toMatchObject({ accountId });
  });

  test('a use records its time and its counter, which only grows', async () => {
    const { accountId, passkeys, use } = await added({ counter: 5 });
    const at = new Date('2026-11-21T10:00:00.123Z');
    expect(await use(6, at)).toBe('used');
    expect((await passkeys.list(accountId))[0]?.lastUsedAt).toEqual(at);
    for (const counter of [6, 5, 0]) expect(await use(counter)).toBe('regressed');
    expect((await passkeys.list(accountId))[0]?.lastUsedAt).toEqual(at);
    expect(await use(LARGEST_COUNTER)).toBe('used');
    expect(await use(LARGEST_COUNTER)).toBe('regressed');
    expect(await auditOf(accountId, 'passkey.counter_regressed')).toHaveLength(4);
  });

  test('of parallel uses with the same counter one is accepted', async () => {
    const { use } = await added({ counter: 5 });
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => use(6)));
    expect(outcomes.filter((outcome) => outcome === 'used')).toHaveLength(1);
  });

  test('a passkey without a counter can be used again', async () => {
    const { use } = await added();
    expect([await use(0), await use(0), await use(1), await use(0)]).toEqual([
      'used',
      'used',
      'used',
      'regressed',
    ]);
  });

  test('a use of an unknown passkey, or of another account’s, is refused', async () => {
    const { registered, passkeys, use, accountId } = await added();
    const at = new Date();
    const other = await createAccount();
    expect(await passkeys.use({ id: registered.id, accountId: other, counter: 9, at }, ACTOR)).toBe(
      'not_found',
    );
    expect(await passkeys.use({ id: unique(), accountId, counter: 9, at }, ACTOR)).toBe('not_found');
    expect(await use(1)).toBe('used');
  });

  test('is removed by its owner only, once', async () => {
    const { accountId, registered, passkeys } = await added();
    expect(await passkeys.remove(await createAccount(), registered.id, ACTOR)).toBe('not_found');
    expect(await passkeys.find(registered.id)).toBeDefined();
    expect(await passkeys.remove(accountId, registered.id, ACTOR)).toBe('removed');
    expect(await passkeys.remove(accountId, registered.id, ACTOR)).toBe('not_found');
    expect(await passkeys.find(registered.id)).toBeUndefined();
    expect(await auditOf(accountId, 'passkey.removed')).toHaveLength(1);
  });

  test.each(ODD_TEXTS)('a name is stored as written: %j', async (name) => {
    const { accountId, passkeys } = await added({ name });
    expect((await passkeys.list(accountId))[0]?.name).toBe(name);
  });

  test.each(UNSTORABLE_TEXTS)(
    'text that cannot be stored is refused, and finds no passkey: %j',
    async (text) => {
      const [
        accountId,
        {
          accounts: { passkeys },
        },
      ] = [await createAccount(), open()];
      await expect(
        (async () => passkeys.add(accountId, passkey({ name: text }), MAX, ACTOR))(),
      ).rejects.toMatchObject({ status: 400 });
      expect(await passkeys.find(text)).toBeUndefined();
      expect(await passkeys.remove(accountId, text, ACTOR)).toBe('not_found');
    },
  );
}
