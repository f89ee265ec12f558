/* What every VerifiedResourceStore promises: addresses of their owner alone, and each code good once, for so many tries. */
import { decodePayload } from '../../../../src/jobs/kinds.js';
import { createAuditLog } from '../../../../adapters/knex/events/audit.js';
import { createJobStore } from '../../../../adapters/knex/jobs/jobs.js';
import {
  createVerifiedResourceStore,
  sweepVerificationCodes,
} from '../../../../adapters/knex/verified-resources/verified-resources.js';
import type { ResourceOwner } from '../../../../src/scheduling/mounts.js';
import type { Address, CodeAttempt, NewCode } from '../../../../src/scheduling/verified-resources/store.js';
import { backendName } from '../../../support/backend.js';
import { join, onDatabase, somebody } from '../../../contracts/on-database.js';
import { ACTOR, UNSTORABLE_TEXTS, unique } from '../../../contracts/samples.js';

const NOW = Date.UTC(2030, 0, 1);
const MINUTE = 60_000;
const FAR = [0, -1, 2_000_000_000, 2 ** 31, Number.MAX_SAFE_INTEGER];
const PAGE = { take: 250, skip: 0 };

const email = (address = `${unique()}@example.net`): Address => ({ kind: 'email', address });
let count = 0;
const phone = (): Address => ({ kind: 'phone', address: `+35191${String((count += 1)).padStart(7, '0')}` });

describe(`the store of verified addresses on ${backendName}`, () => {
  const database = onDatabase();
  const store = () => createVerifiedResourceStore(database());

  const ask = (owner: ResourceOwner, address: Address, change: Partial<NewCode> = {}) => {
    const code = { ...address, codeHash: 'right', expiresAt: new Date(NOW + 10 * MINUTE), ...change };
    const job = { kind: 'verification', payload: { sealed: `for ${address.address}` } } as const;
    return store().putCode(owner, code, job, ACTOR);
  };
  const confirm = (
    owner: ResourceOwner,
    address: Address,
    guess = 'right',
    change: Partial<CodeAttempt> = {},
  ) =>
    store().confirm(
      owner,
      {
        ...address,
        by: 'accountId' in owner ? owner.accountId : someone,
        now: new Date(NOW),
        maxAttempts: 5,
        isRight: (hash) => hash === guess,
        ...change,
      },
      ACTOR,
    );

  let someone: number;
  let person: ResourceOwner;
  let team: ResourceOwner;
  beforeAll(async () => {
    someone = await somebody(database());
    person = { accountId: await somebody(database()) };
    team = { teamId: await join(database(), someone, { organization: false, accepted: true }) };
  });

  test.each<[string, () => ResourceOwner, () => Address]>([
    ['an e-mail address of a person', () => person, email],
    ['a phone number of a person', () => person, phone],
    ['an e-mail address of a team', () => team, email],
    ['a phone number of a team', () => team, phone],
  ])('%s is verified with its code, and its owner alone has it', async (_, whose, make) => {
    const [owner, address] = [whose(), make()];
    expect(await ask(owner, address)).toBe(true);
    const made = await confirm(owner, address);
    const by = 'accountId' in owner ? owner.accountId : someone;
    expect(made).toEqual({ id: expect.any(Number), address: address.address, verifiedBy: by });
    const id = made?.id ?? 0;
    expect(await store().find(owner, address.kind, id)).toEqual(made);
    expect(await store().list(owner, address.kind, PAGE)).toContainEqual(made);
    const [other, kind] = [
      owner === team ? person : team,
      address.kind === 'email' ? 'phone' : 'email',
    ] as const;
    expect(await store().find(other, address.kind, id)).toBeUndefined();
    expect(await store().list(other, address.kind, PAGE)).not.toContainEqual(made);
    expect((await store().find(owner, kind, id))?.address).not.toBe(address.address);
    for (const far of FAR) {
      expect(await store().find(owner, address.kind, far)).toBeUndefined();
      expect(await store().find({ accountId: far }, address.kind, id)).toBeUndefined();
      expect(await store().list({ teamId: far }, address.kind, PAGE)).toEqual([]);
    }
  });

  test('lists the oldest first, page by page', async () => {
    const owner = { accountId: await somebody(database()) };
    const addresses = [email('c@example.net'), email('a@example.net'), email('b@example.net')];
    for (const address of addresses) {
      await ask(owner, address);
      await confirm(owner, address);
    }
    const listed = async (page = PAGE) =>
      (await store().list(owner, 'email', page)).map(({ address }) => address);
    expect(await listed()).toEqual(['c@example.net', 'a@example.net', 'b@example.net']);
    expect(await listed({ take: 1, skip: 1 })).toEqual(['a@example.net']);
    expect(await listed({ take: 5, skip: Number.MAX_SAFE_INTEGER })).toEqual([]);
  });

  test('a code counts for its owner and its address alone', async () => {
    const address = email();
    await ask(person, address);
    expect(await confirm(team, address)).toBeUndefined();
    expect(await confirm({ accountId: someone }, address)).toBeUndefined();
    expect(await confirm(person, email())).toBeUndefined();
    expect(await confirm(person, { ...address, kind: 'phone' })).toBeUndefined();
    expect(await confirm(person, address)).toMatchObject({ address: address.address });
  });

  test('an address in another case is the same, and keeps the spelling that its code was sent to', async () => {
    const address = email(`Desk.${unique()}@Example.NET`);
    const typed = email(address.address.toLowerCase());
    await ask(person, address);
    const first = await confirm(person, typed);
    expect(first?.address).toBe(address.address);
    await ask(person, typed);
    expect(await confirm(person, address)).toEqual(first);
  });

  test('a code is used up by being right, and of twenty at once one makes the row', async () => {
    const address = email();
    await ask(person, address);
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(person, address)));
    expect(answers.filter((answer) => answer !== undefined)).toHaveLength(1);
    expect(await confirm(person, address)).toBeUndefined();
    const listed = await store().list(person, 'email', PAGE);
    expect(listed.filter((one) => one.address === address.address)).toHaveLength(1);
  });

  test('of twenty wrong ones at once five count, and the right one comes too late', async () => {
    const address = phone();
    let compared = 0;
    const isRight = () => {
      compared += 1;
      return false;
    };
    await ask(team, address);
    await Promise.all(Array.from({ length: 20 }, () => confirm(team, address, 'wrong', { isRight })));
    expect(compared).toBe(5);
    expect(await confirm(team, address)).toBeUndefined();
    await ask(team, address);
    expect(await confirm(team, address)).toMatchObject({ address: address.address });
  });

  test('the fifth try may be the right one', async () => {
    const address = email();
    await ask(person, address);
    for (let tries = 1; tries < 5; tries += 1) expect(await confirm(person, address, 'no')).toBeUndefined();
    expect(await confirm(person, address)).toBeDefined();
  });

  test('a code counts until its last moment', async () => {
    const address = email();
    const expiresAt = new Date(NOW);
    await ask(person, address, { expiresAt });
    expect(await confirm(person, address)).toBeUndefined();
    expect(await confirm(person, address, 'right', { now: new Date(NOW - 1) })).toBeDefined();
  });

  test('a new code takes the place of the one before, also when they are asked for at once', async () => {
    const address = email();
    await ask(person, address, { codeHash: 'first' });
    await ask(person, address, { codeHash: 'second' });
    expect(await confirm(person, address, 'first')).toBeUndefined();
    expect(await confirm(person, address, 'second')).toBeDefined();
    await Promise.all(['a', 'b', 'c'].map((codeHash) => ask(person, address, { codeHash })));
    const answers = [];
    for (const guess of ['a', 'b', 'c']) answers.push(await confirm(person, address, guess));
    expect(answers.filter((answer) => answer !== undefined)).toHaveLength(1);
  });

  test('the job that sends a code is there with it, and for nobody there is neither', async () => {
    const jobs = createJobStore(database());
    const due = async () => {
      const [now, leaseUntil] = [new Date(Date.now() + MINUTE), new Date(Date.now() + 5 * MINUTE)];
      const taken = await jobs.take({ now, leaseUntil, atMost: 100, maxAttempts: 8 });
      for (const job of taken) await jobs.done(job);
      return taken.map(({ payload }) => decodePayload('verification', payload).sealed);
    };
    await due();
    const address = email();
    await ask(person, address);
    expect(await due()).toEqual([`for ${address.address}`]);
    const organization = { teamId: await join(database(), someone, { organization: true, accepted: true }) };
    for (const nobody of [{ accountId: 2_000_000_000 }, { teamId: 2_000_000_000 }, organization])
      expect(await ask(nobody, address)).toBe(false);
    expect(await due()).toEqual([]);
  });

  test('leaves a row in the audit log for what was asked and what was verified, without the address', async () => {
    const owner = { accountId: await somebody(database()) };
    const address = email();
    await ask(owner, address);
    await confirm(owner, address, 'wrong');
    const made = await confirm(owner, address);
    await ask(owner, address);
    await confirm(owner, address);
    const entries = await createAuditLog(database()).list(undefined, 10_000);
    const own = entries.filter(({ subject }) => subject === `account:${owner.accountId}`);
    expect(own.filter(({ action }) => action.startsWith('veri'))).toMatchObject([
      { action: 'verification_code.requested', facts: { kind: 'email' } },
      { action: 'verified_email.created', facts: { id: made?.id } },
      { action: 'verification_code.requested', facts: { kind: 'email' } },
    ]);
    expect(JSON.stringify(entries)).not.toContain(address.address);
  });

  test('goes with its owner, and stays with the team when who verified it goes', async () => {
    const [leaving, staying] = [await somebody(database()), await somebody(database())];
    const place = { teamId: await join(database(), staying, { organization: false, accepted: true }) };
    const address = email();
    await ask({ accountId: leaving }, address);
    await confirm({ accountId: leaving }, address);
    await ask(place, address);
    const made = await confirm(place, address, 'right', { by: leaving });
    expect(made?.verifiedBy).toBe(leaving);
    await database()('account').where({ id: leaving }).delete();
    expect(await store().list({ accountId: leaving }, 'email', PAGE)).toEqual([]);
    expect(await store().list(place, 'email', PAGE)).toEqual([{ ...made, verifiedBy: null }]);
  });

  test('takes no text that cannot be kept', async () => {
    for (const text of UNSTORABLE_TEXTS) {
      await expect(ask(person, email(text))).rejects.toMatchObject({ status: 400 });
      await expect(confirm(person, email(text))).rejects.toMatchObject({ status: 400 });
    }
  });

  test('codes are swept a day after their end', async () => {
    const [kept, gone] = [email(), email()];
    const hours = (number: number) => new Date(Date.now() - number * 60 * MINUTE);
    await ask(person, kept, { expiresAt: hours(23) });
    await ask(person, gone, { expiresAt: hours(25) });
    await sweepVerificationCodes(database());
    const rows = await database()('verification_code').select<{ address: string }[]>('address');
    const left = rows.map(({ address }) => address);
    expect([left.includes(kept.address), left.includes(gone.address)]).toEqual([true, false]);
  });
});
