import { randomBytes } from 'node:crypto';
import { createPasswords } from '../../../src/accounts/password-hash.js';
import { ofMember } from '../../../src/scheduling/booking-limits/rules.js';
import type { ScopeName } from '../../../src/scopes/catalogue.js';
import { insertMembership } from '../../contracts/on-database.js';
import { openBackend } from '../../support/backend.js';
import type { Backend } from '../../support/backend.js';
import { type StartedService, startService, type TestUser } from '../../support/service.js';
import { type Caller, callerFor, faulty } from '../caller.js';

const SCOPES: readonly ScopeName[] = ['PROFILE_READ', 'PROFILE_WRITE'];
const PATH = '/v2/me/booking-limits';
const NONE = { perDay: null, perWeek: null, perMonth: null, perYear: null };

/** Stores with a user who has joined an organization. */
async function openWithMember(): Promise<Backend & { member: TestUser; organizationId: number }> {
  const backend = await openBackend();
  const [email, password] = ['member@example.com', randomBytes(20).toString('hex')];
  const passwordHash = await createPasswords().hash(password);
  const account = await backend.stores.accounts.accounts.create(
    { email, name: 'Member', passwordHash },
    { actor: 'test' },
  );
  if (account === 'email_taken') throw new Error('the address is taken');
  const organizationId = await insertMembership(backend.db, account.id, {
    organization: true,
    accepted: true,
  });
  return { ...backend, member: { account, email, password }, organizationId };
}

let backend: Awaited<ReturnType<typeof openWithMember>>;
let service: StartedService;
let member: Caller;
beforeAll(async () => {
  backend = await openWithMember();
  service = await startService({ backend });
  member = await callerFor(service, SCOPES, backend.member);
});
afterAll(async () => {
  await service.close();
  await backend.close();
});
beforeEach(async () => {
  expect((await member.call('DELETE', PATH)).status).toBe(204);
});

describe('users who may set booking limits', () => {
  test('include members of an organization, with or without limits', () => {
    expect(ofMember({ perDay: 3 })).toEqual({ perDay: 3 });
    expect(ofMember({})).toEqual({});
  });

  test('do not include users without an organization', () => {
    const refusal = expect.objectContaining({ status: 403, code: 'ORGANIZATION_MEMBERS_ONLY' }) as Error;
    expect(() => ofMember(undefined)).toThrow(refusal);
  });
});

describe(PATH, () => {
  test('changes the limits of a member in the named periods; null removes one', async () => {
    expect((await member.call('GET', PATH)).data).toEqual(NONE);
    const set = await member.call('PATCH', PATH, { perDay: 4, perYear: 300, perHour: 1 });
    expect([set.status, set.data]).toEqual([200, { ...NONE, perDay: 4, perYear: 300 }]);
    const changed = await member.call('PATCH', PATH, { perDay: null, perWeek: 1 });
    expect(changed.data).toEqual({ ...NONE, perWeek: 1, perYear: 300 });
    expect((await member.call('PATCH', PATH, {})).data).toEqual(changed.data);
    expect((await member.call('GET', PATH)).data).toEqual(changed.data);
  });

  test('never allows more in a shorter period than in a longer one, in any order of changes', async () => {
    const refused = await member.call('PATCH', PATH, { perDay: 5, perWeek: 2 });
    expect([refused.status, faulty(refused)]).toEqual([400, ['perDay']]);
    expect((await member.call('GET', PATH)).data).toEqual(NONE);
    await member.call('PATCH', PATH, { perDay: 2, perMonth: 10 });
    expect(faulty(await member.call('PATCH', PATH, { perMonth: 1 }))).toEqual(['perDay']);
    expect(faulty(await member.call('PATCH', PATH, { perWeek: 11 }))).toEqual(['perWeek']);
    expect((await member.call('PATCH', PATH, { perWeek: 10 })).data).toEqual({
      ...NONE,
      ...{ perDay: 2, perWeek: 10, perMonth: 10 },
    });
  });

  test('clears all limits with a reply without a body', async () => {
    await member.call('PATCH', PATH, { perDay: 4, perMonth: 9 });
    const cleared = await member.call('DELETE', PATH);
    expect([cleared.status, cleared.text]).toEqual([204, '']);
    expect((await member.call('GET', PATH)).data).toEqual(NONE);
    expect((await member.call('DELETE', PATH)).status).toBe(204);
  });

  test('replies 403 to a user without an organization, whose profile has no organization', async () => {
    const otherUser = await callerFor(service, SCOPES);
    const replies = [
      await otherUser.call('GET', PATH),
      await otherUser.call('PATCH', PATH, { perDay: 1 }),
      await otherUser.call('DELETE', PATH),
    ];
    for (const { status, error } of replies)
      expect([status, error.code]).toEqual([403, 'ORGANIZATION_MEMBERS_ONLY']);
    const profile = (await otherUser.call<object>('GET', '/v2/me')).data;
    expect(profile).toMatchObject({ organizationId: null });
    expect(profile).not.toHaveProperty('organization');
  });

  test('names the organization in a member’s profile', async () => {
    expect((await member.call('GET', '/v2/me')).data).toMatchObject({
      organizationId: backend.organizationId,
      organization: { isPlatform: false, id: backend.organizationId },
    });
  });

  test('requires PROFILE_READ to read and PROFILE_WRITE to change', async () => {
    const reader = await callerFor(service, ['PROFILE_READ'], backend.member);
    const writer = await callerFor(service, ['PROFILE_WRITE'], backend.member);
    expect((await writer.call('GET', PATH)).status).toBe(403);
    for (const method of ['PATCH', 'DELETE']) {
      const { status, error } = await reader.call(method, PATH, {});
      expect([status, error.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
    }
  });

  test.each([0, -1, 1.5, '3', true, 2 ** 60])('refuses a limit of %p and changes nothing', async (limit) => {
    await member.call('PATCH', PATH, { perDay: 4 });
    const reply = await member.call('PATCH', PATH, { perDay: 5, perWeek: limit, perYear: limit });
    expect([reply.status, faulty(reply)]).toEqual([400, ['perWeek', 'perYear']]);
    expect((await member.call('GET', PATH)).data).toEqual({ ...NONE, perDay: 4 });
  });
});
