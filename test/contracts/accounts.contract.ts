/* What every AccountStore promises, together with the audit rows its changes leave. */
import type { Stores } from '../../src/stores.js';
import { ACTOR, ODD_TEXTS, UNSTORABLE_TEXTS, newAccount, unique } from './samples.js';

type Needed = Pick<Stores, 'accounts' | 'events'>;

export function accountsContract(open: () => Needed): void {
  async function created(change: Parameters<typeof newAccount>[0] = {}) {
    const account = await open().accounts.accounts.create(newAccount(change), ACTOR);
    if (account === 'email_taken') throw new Error('the address of a sample was taken');
    return { accounts: open().accounts.accounts, account };
  }

  const auditOf = async (id: number) => {
    const entries = await open().events.audit.list(undefined, 10_000);
    return entries.filter(({ subject }) => subject === `account:${id}`);
  };

  test('an account is found by id and by address, with the defaults of a new one', async () => {
    const { accounts, account } = await created({ name: 'Grace Hopper' });
    expect(account).toMatchObject({ name: 'Grace Hopper', admin: false });
    expect(account.disabledAt).toBeUndefined();
    expect(Date.now() - account.createdAt.getTime()).toBeLessThan(60_000);
    expect(await accounts.findById(account.id)).toEqual(account);
    expect(await accounts.findByEmail(account.email)).toEqual(account);
  });

  test('sign-ups of the last day and week are counted among the newest accounts', async () => {
    const { accounts } = await created();
    const now = Date.now();
    const before = await accounts.signUps(new Date(now), 1_000_000);
    await created();
    const [after, nextDays, nextMonth] = await Promise.all(
      [0, 2, 30].map((days) => accounts.signUps(new Date(now + days * 86_400_000), 1_000_000)),
    );
    expect(after).toEqual({ day: before.day + 1, week: before.week + 1 });
    expect(nextDays).toEqual({ day: 0, week: before.week + 1 });
    expect(nextMonth).toEqual({ day: 0, week: 0 });
    expect(await accounts.signUps(new Date(now), 1)).toEqual({ day: 1, week: 1 });
  });

  test('an account can be created as an administrator', async () => {
    const { account } = await created({ admin: true });
    expect(account.admin).toBe(true);
  });

  test('an address is stored as typed, compared in lower case, and belongs to one account', async () => {
    const mark = unique().toLowerCase();
    const { accounts, account } = await created({ email: `ÄNNE.${mark}@Example.org` });
    expect(account.email).toBe(`ÄNNE.${mark}@Example.org`);
    expect((await accounts.findByEmail(`änne.${mark}@example.ORG`))?.id).toBe(account.id);
    expect(await accounts.create(newAccount({ email: `Änne.${mark}@example.org` }), ACTOR)).toBe(
      'email_taken',
    );
    expect(await accounts.findByEmail(`other.${mark}@example.org`)).toBeUndefined();
  });

  test('of 20 parallel sign-ups with one address one succeeds', async () => {
    const email = `${unique()}@example.org`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => open().accounts.accounts.create(newAccount({ email }), ACTOR)),
    );
    expect(answers.filter((answer) => answer === 'email_taken')).toHaveLength(19);
  });

  test('users with the same mailbox name at several hosts get different usernames', async () => {
    const mailbox = `m${unique()
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')}`;
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, host) =>
        open().accounts.accounts.create(newAccount({ email: `${mailbox}@host-${host}.example` }), ACTOR),
      ),
    );
    const usernames = answers.map((answer) => (answer === 'email_taken' ? answer : answer.username));
    expect(new Set(usernames).size).toBe(12);
    expect(usernames).toContain(mailbox);
    expect(usernames.every((username) => username.startsWith(mailbox))).toBe(true);
  });

  test('a username holds only letters, digits and hyphens, also when the address holds none of them', async () => {
    const { account } = await created({ email: `"Zoë  Å.+tag"${unique()}@example.org` });
    expect(account.username).toMatch(/^zoe-a-tag-[a-z0-9-]+$/);
    const answer = await open().accounts.accounts.create(
      newAccount({ email: `漢字@${unique()}.example` }),
      ACTOR,
    );
    expect(answer).toMatchObject({ username: expect.stringMatching(/^person(-\d+)?$/) as string });
  });

  test('credentials carry the password hash, and a new one replaces it', async () => {
    const { accounts, account } = await created({ passwordHash: 'first' });
    expect(await accounts.credentials(account.email.toUpperCase())).toEqual({
      account,
      passwordHash: 'first',
    });
    await accounts.setPasswordHash(account.id, 'second', ACTOR);
    expect(await accounts.credentials(account.email)).toMatchObject({ passwordHash: 'second' });
    expect(await accounts.credentials(`${unique()}@example.org`)).toBeUndefined();
  });

  test('a disabled account has the time of disabling until it is enabled again', async () => {
    const { accounts, account } = await created();
    const disabled = await accounts.setDisabled(account.id, true, ACTOR);
    expect(disabled?.disabledAt).toBeInstanceOf(Object);
    expect((await accounts.findById(account.id))?.disabledAt).toEqual(disabled?.disabledAt);
    const enabled = await accounts.setDisabled(account.id, false, ACTOR);
    expect(enabled).toEqual(account);
  });

  test('disabling twice preserves the first time and writes one audit entry', async () => {
    const { accounts, account } = await created();
    const first = await accounts.setDisabled(account.id, true, ACTOR);
    expect(await accounts.setDisabled(account.id, true, ACTOR)).toEqual(first);
    const actions = (await auditOf(account.id)).map(({ action }) => action);
    expect(actions).toEqual(['account.created', 'account.disabled']);
  });

  test('an account becomes an administrator and stops being one', async () => {
    const { accounts, account } = await created();
    expect(await accounts.setAdmin(account.id, true, ACTOR)).toMatchObject({ admin: true });
    expect(await accounts.findById(account.id)).toMatchObject({ admin: true });
    expect(await accounts.setAdmin(account.id, false, ACTOR)).toMatchObject({ admin: false });
  });

  test('an unknown account is undefined, also for ids beyond the range of the column', async () => {
    const {
      accounts: { accounts },
    } = open();
    for (const id of [0, -1, 2_000_000_000, 2 ** 31, Number.MAX_SAFE_INTEGER, 1.5, Number.NaN]) {
      expect(await accounts.findById(id)).toBeUndefined();
      expect(await accounts.setDisabled(id, true, ACTOR)).toBeUndefined();
      expect(await accounts.setAdmin(id, true, ACTOR)).toBeUndefined();
    }
  });

  test.each(ODD_TEXTS)('names are read as written: %#', async (text) => {
    expect((await created({ name: text })).account.name).toBe(text);
  });

  test.each(UNSTORABLE_TEXTS)(
    'text that cannot be stored is refused and no account is found by it: %#',
    async (text) => {
      const {
        accounts: { accounts },
      } = open();
      await expect(accounts.create(newAccount({ name: text }), ACTOR)).rejects.toMatchObject({ status: 400 });
      expect(await accounts.findByEmail(text)).toBeUndefined();
      expect(await accounts.credentials(text)).toBeUndefined();
    },
  );

  test('the list has every account, oldest first', async () => {
    const { accounts, account } = await created();
    const { account: later } = await created();
    const ids = (await accounts.list()).map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(ids).toEqual(expect.arrayContaining([account.id, later.id]));
  });

  test('each change writes one audit entry with its actor, without password hash or address', async () => {
    const { accounts, account } = await created({ passwordHash: 'hash-one' });
    await accounts.setPasswordHash(account.id, 'hash-two', ACTOR);
    await accounts.setAdmin(account.id, true, ACTOR);
    await accounts.setDisabled(account.id, true, ACTOR);
    await accounts.setDisabled(account.id, false, ACTOR);
    const entries = await auditOf(account.id);
    expect(entries.map(({ action }) => action)).toEqual([
      'account.created',
      'account.password_changed',
      'account.made_admin',
      'account.disabled',
      'account.enabled',
    ]);
    expect(entries.every(({ actor, clientIp }) => actor === ACTOR.actor && clientIp === ACTOR.clientIp)).toBe(
      true,
    );
    expect(JSON.stringify(entries)).not.toMatch(/hash-|@/);
  });

  test('a refused change writes no audit entry', async () => {
    const { accounts, account } = await created();
    await accounts.create(newAccount({ email: account.email }), ACTOR);
    await accounts.setAdmin(account.id, false, ACTOR);
    await accounts.setPasswordHash(2_000_000_000, 'x', ACTOR);
    expect(await auditOf(account.id)).toHaveLength(1);
    expect(await auditOf(2_000_000_000)).toEqual([]);
  });
}
