/* The store of verified addresses: each is found only by its owner, and a code works once, for a few attempts. */
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
import { insertMembership, onDatabase, insertAccount } from '../../../contracts/on-database.js';
import { ACTOR, UNSTORABLE_TEXTS, unique } from '../../../contracts/samples.js';

const NOW = Date.UTC(2030, 0, 1);
const MINUTE = 60_000;
const UNKNOWN_IDS = [0, -1, 2_000_000_000, 2 ** 31, Number.MAX_SAFE_INTEGER];
const PAGE = { take: 250, skip: 0 };

const email = (address = `${unique()}@example.net`): Address => ({ kind: 'email', address });
let count = 0;
const phone = (): Address => ({ kind: 'phone', address: `+35191${String((count += 1)).padStart(7, '0')}` });

describe(`the store of verified addresses on ${backendName}`, () => {
  const database = onDatabase();
  const store = () => createVerifiedResourceStore(database());

  const putCode = (owner: ResourceOwner, address: Address, change: Partial<NewCode> = {}) => {
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
  let userOwner: ResourceOwner;
  let team: ResourceOwner;
  beforeAll(async () => {
    someone = await insertAccount(database());
    userOwner = { accountId: await insertAccount(database()) };
    team = { teamId: await insertMembership(database(), someone, { organization: false, accepted: true }) };
  });

  test.each<[string, () => ResourceOwner, () => Address]>([
    ['an e-mail address of a person', () => userOwner, email],
    ['a phone number of a person', () => userOwner, phone],
    ['an e-mail address of a team', () => team, email],
    ['a phone number of a team', () => team, phone],
  ])('%s is verified with its code, and only its owner finds it', async (_, openOwner, make) => {
    const [owner, address] = [openOwner(), make()];
    expect(await putCode(owner, address)).toBe(true);
    const result = await confirm(owner, address);
    const by = 'accountId' in owner ? owner.accountId : someone;
    expect(result).toEqual({ id: expect.any(Number), address: address.address, verifiedBy: by });
    const id = result?.id ?? 0;
    expect(await store().find(owner, address.kind, id)).toEqual(result);
    expect(await store().list(owner, address.kind, PAGE)).toContainEqual(result);
    const [other, kind] = [
      owner === team ? userOwner : team,
      address.kind === 'email' ? 'phone' : 'email',
    ] as const;
    expect(await store().find(other, address.kind, id)).toBeUndefined();
    expect(await store().list(other, address.kind, PAGE)).not.toContainEqual(result);
    expect((await store().find(owner, kind, id))?.address).not.toBe(address.address);
    for (const unknown of UNKNOWN_IDS) {
      expect(await store().find(owner, address.kind, unknown)).toBeUndefined();
      expect(await store().find({ accountId: unknown }, address.kind, id)).toBeUndefined();
      expect(await store().list({ teamId: unknown }, address.kind, PAGE)).toEqual([]);
    }
  });

  test('lists the oldest first, page by page', async () => {
    const owner = { accountId: await insertAccount(database()) };
    const addresses = [email('c@example.net'), email('a@example.net'), email('b@example.net')];
    for (const address of addresses) {
      await putCode(owner, address);
      await confirm(owner, address);
    }
    const listed = async (page = PAGE) =>
      (await store().list(owner, 'email', page)).map(({ address }) => address);
    expect(await listed()).toEqual(['c@example.net', 'a@example.net', 'b@example.net']);
    expect(await listed({ take: 1, skip: 1 })).toEqual(['a@example.net']);
    expect(await listed({ take: 5, skip: Number.MAX_SAFE_INTEGER })).toEqual([]);
  });

  test('a code is valid only for its owner and its address', async () => {
    const address = email();
    await putCode(userOwner, address);
    expect(await confirm(team, address)).toBeUndefined();
    expect(await confirm({ accountId: someone }, address)).toBeUndefined();
    expect(await confirm(userOwner, email())).toBeUndefined();
    expect(await confirm(userOwner, { ...address, kind: 'phone' })).toBeUndefined();
    expect(await confirm(userOwner, address)).toMatchObject({ address: address.address });
  });

  test('an address in another case is the same, and is stored as it was written for its code', async () => {
    const address = email(`Desk.${unique()}@Example.NET`);
    const typed = email(address.address.toLowerCase());
    await putCode(userOwner, address);
    const first = await confirm(userOwner, typed);
    expect(first?.address).toBe(address.address);
    await putCode(userOwner, typed);
    expect(await confirm(userOwner, address)).toEqual(first);
  });

  test('a right code is used up, and twenty attempts at once create one row', async () => {
    const address = email();
    await putCode(userOwner, address);
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(userOwner, address)));
    expect(answers.filter((answer) => answer !== undefined)).toHaveLength(1);
    expect(await confirm(userOwner, address)).toBeUndefined();
    const listed = await store().list(userOwner, 'email', PAGE);
    expect(listed.filter((one) => one.address === address.address)).toHaveLength(1);
  });

  test('of twenty wrong attempts at once five count, and the right code is then refused', async () => {
    const address = phone();
    let compared = 0;
    const isRight = () => {
      compared += 1;
      return false;
    };
    await putCode(team, address);
    await Promise.all(Array.from({ length: 20 }, () => confirm(team, address, 'wrong', { isRight })));
    expect(compared).toBe(5);
    expect(await confirm(team, address)).toBeUndefined();
    await putCode(team, address);
    expect(await confirm(team, address)).toMatchObject({ address: address.address });
  });

  test('the fifth attempt can be right', async () => {
    const address = email();
    await putCode(userOwner, address);
    for (let attempts = 1; attempts < 5; attempts += 1)
      expect(await confirm(userOwner, address, 'no')).toBeUndefined();
    expect(await confirm(userOwner, address)).toBeDefined();
  });

  test('a code is valid until its expiry', async () => {
    const address = email();
    const expiresAt = new Date(NOW);
    await putCode(userOwner, address, { expiresAt });
    expect(await confirm(userOwner, address)).toBeUndefined();
    expect(await confirm(userOwner, address, 'right', { now: new Date(NOW - 1) })).toBeDefined();
  });

  test('a new code replaces the previous one, also with parallel requests', async () => {
    const address = email();
    await putCode(userOwner, address, { codeHash: 'first' });
    await putCode(userOwner, address, { codeHash: 'second' });
    expect(await confirm(userOwner, address, 'first')).toBeUndefined();
    expect(await confirm(userOwner, address, 'second')).toBeDefined();
    await Promise.all(['a', 'b', 'c'].map((codeHash) => putCode(userOwner, address, { codeHash })));
    const answers = [];
    for (const guess of ['a', 'b', 'c']) answers.push(await confirm(userOwner, address, guess));
    expect(answers.filter((answer) => answer !== undefined)).toHaveLength(1);
  });

  test('a code is stored with its job, and neither for an unknown owner', async () => {
    const jobs = createJobStore(database());
    const due = async () => {
      const [now, leaseUntil] = [new Date(Date.now() + MINUTE), new Date(Date.now() + 5 * MINUTE)];
      const jobsDue = await jobs.take({ now, leaseUntil, atMost: 100, maxAttempts: 8 });
      for (const job of jobsDue) await jobs.done(job);
      return jobsDue.map(({ payload }) => decodePayload('verification', payload).sealed);
    };
    await due();
    const address = email();
    await putCode(userOwner, address);
    expect(await due()).toEqual([`for ${address.address}`]);
    const organization = {
      teamId: await insertMembership(database(), someone, { organization: true, accepted: true }),
    };
    for (const unknownOwner of [{ accountId: 2_000_000_000 }, { teamId: 2_000_000_000 }, organization])
      expect(await putCode(unknownOwner, address)).toBe(false);
    expect(await due()).toEqual([]);
  });

  test('writes audit entries for requested codes and verified addresses, without the address', async () => {
    const owner = { accountId: await insertAccount(database()) };
    const address = email();
    await putCode(owner, address);
    await confirm(owner, address, 'wrong');
    const result = await confirm(owner, address);
    await putCode(owner, address);
    await confirm(owner, address);
    const entries = await createAuditLog(database()).list(undefined, 10_000);
    const own = entries.filter(({ subject }) => subject === `account:${owner.accountId}`);
    expect(own.filter(({ action }) => action.startsWith('veri'))).toMatchObject([
      { action: 'verification_code.requested', facts: { kind: 'email' } },
      { action: 'verified_email.created', facts: { id: result?.id } },
      { action: 'verification_code.requested', facts: { kind: 'email' } },
    ]);
    expect(JSON.stringify(entries)).not.toContain(address.address);
  });

  test('is deleted with its owner, and stays with the team when the verifier’s account is deleted', async () => {
    const [leaving, staying] = [await insertAccount(database()), await insertAccount(database())];
    const team = {
      teamId: await insertMembership(database(), staying, { organization: false, accepted: true }),
    };
    const address = email();
    await putCode({ accountId: leaving }, address);
    await confirm({ accountId: leaving }, address);
    await putCode(team, address);
    const result = await confirm(team, address, 'right', { by: leaving });
    expect(result?.verifiedBy).toBe(leaving);
    await database()('account').where({ id: leaving }).delete();
    expect(await store().list({ accountId: leaving }, 'email', PAGE)).toEqual([]);
    expect(await store().list(team, 'email', PAGE)).toEqual([{ ...result, verifiedBy: null }]);
  });

  test('refuses text that cannot be stored', async () => {
    for (const text of UNSTORABLE_TEXTS) {
      await expect(putCode(userOwner, email(text))).rejects.toMatchObject({ status: 400 });
      await expect(confirm(userOwner, email(text))).rejects.toMatchObject({ status: 400 });
    }
  });

  test('codes are swept a day after their expiry', async () => {
    const [current, expired] = [email(), email()];
    const hours = (number: number) => new Date(Date.now() - number * 60 * MINUTE);
    await putCode(userOwner, current, { expiresAt: hours(23) });
    await putCode(userOwner, expired, { expiresAt: hours(25) });
    await sweepVerificationCodes(database());
    const rows = await database()('verification_code').select<{ address: string }[]>('address');
    const left = rows.map(({ address }) => address);
    expect([left.includes(current.address), left.includes(expired.address)]).toEqual([true, false]);
  });
});
