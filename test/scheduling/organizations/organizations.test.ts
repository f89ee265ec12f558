import type { ScopeName } from '../../../src/scopes/catalogue.js';
import { presentUser } from '../../../src/scheduling/organizations/presenter.js';
import { nextMail, mailsTo } from '../../delivery/mail-outbox.js';
import { createBrowser } from '../../support/browser.js';
import { useService } from '../../support/service.js';
import { type Caller, callerFor, faulty } from '../caller.js';

const SCOPES: readonly ScopeName[] = ['ORG_MEMBERSHIP_READ', 'ORG_MEMBERSHIP_WRITE', 'PROFILE_READ'];
const ACTOR = { actor: 'test' };
const PASSWORD = 'windmill gravel orchid nine';

interface UserView {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly emailVerified: string | null;
  readonly bio: string | null;
  readonly profile: { readonly id: number };
}

const service = useService();
let ada: Caller;
let grace: Caller;
beforeAll(async () => {
  [ada, grace] = [await callerFor(service, SCOPES), await callerFor(service, SCOPES)];
});

let count = 0;
const newSlug = (): string => `harbour-${(count += 1)}`;
async function organization(owner = ada): Promise<number> {
  const name = { name: 'Harbour', slug: newSlug() };
  const result = await service.stores.teams.teams.createOrganization(owner.id, name, ACTOR);
  return typeof result === 'object' ? result.id : 0;
}
async function teamIn(organizationId: number): Promise<number> {
  const terms = { name: 'T', slugs: [newSlug()], settings: {}, accepted: true, most: 100 };
  const result = await service.stores.teams.teams.create(ada.id, { organizationId, ...terms }, ACTOR);
  return typeof result === 'object' ? result.id : 0;
}
async function put(
  groupId: number,
  accountId: number,
  { agree = true, role = 'member' as const, by = ada } = {},
) {
  const terms = { accountId, role, accepted: true, disableImpersonation: false };
  const added = await service.stores.teams.memberships.add(groupId, by.id, terms, ACTOR);
  if (typeof added !== 'object') throw new Error(`not added: ${added ?? ''}`);
  if (agree) await service.stores.teams.ownMemberships.agree(accountId, added.id, ACTOR);
  return added.id;
}
const newEmail = (): string => `someone-${(count += 1)}@new.example`;
const users = (orgId: number): string => `/v2/organizations/${orgId}/users`;
const make = async (orgId: number, body: object = {}) => {
  const reply = await ada.call<UserView>('POST', users(orgId), { email: newEmail(), ...body });
  expect([reply.status, reply.error]).toEqual([201, undefined]);
  return reply.data;
};

describe('an account that an organization creates', () => {
  test('is a member at once, with the given profile', async () => {
    const orgId = await organization();
    const input = {
      email: newEmail(),
      username: 'Zoe.Example',
      weekday: 'Monday',
      brandColor: '#123456',
      darkBrandColor: '#abc',
      bio: 'At the desk.',
      metadata: { room: 4 },
      hideBranding: true,
      timeZone: 'Asia/Tokyo',
      theme: 'dark',
      appTheme: null,
      timeFormat: 24,
      locale: 'de',
      avatarUrl: 'https://pictures.example/zoe.png',
    };
    const user = await make(orgId, input);
    const expected = {
      id: user.id,
      username: 'zoe.example',
      name: input.email.split('@')[0],
      email: input.email,
      emailVerified: null,
      bio: 'At the desk.',
      avatarUrl: 'https://pictures.example/zoe.png',
      timeZone: 'Asia/Tokyo',
      weekStart: 'Monday',
      appTheme: null,
      theme: 'dark',
      defaultScheduleId: expect.any(Number),
      locale: 'de',
      timeFormat: 24,
      hideBranding: true,
      brandColor: '#123456',
      darkBrandColor: '#abc',
      allowDynamicBooking: true,
      createdDate: expect.stringMatching(/^\d{4}-.*Z$/),
      verified: null,
      invitedTo: null,
      metadata: { room: 4 },
      profile: { id: user.profile.id, organizationId: orgId, userId: user.id, username: 'zoe.example' },
    };
    expect(user).toEqual(expected);
    const listed = (await ada.call<readonly UserView[]>('GET', users(orgId))).data;
    expect(listed.map(({ id }) => id)).toEqual([ada.id, user.id]);
    expect(listed[1]).toEqual(expected);
  });

  test('receives a mail, sets a password with it, and then signs in', async () => {
    const { email, id } = await make(await organization(), { name: 'Zoë' });
    const mail = await nextMail(service, email);
    expect(mail.subject).toContain('made a Slotkey account for you');
    const link = /https?:\/\/\S+\/recover\?token=\S+/.exec(mail.text)?.[0] ?? '';
    const browser = createBrowser(service.url);
    await browser.submit(await browser.get(link), { password: PASSWORD });
    const home = await browser.signIn({ email, password: PASSWORD });
    expect(home.root.text).toContain('Zoë');
    expect((await service.stores.accounts.accounts.findById(id))?.name).toBe('Zoë');
  });

  test('cannot sign in before that, with any password', async () => {
    const { email } = await make(await organization());
    const browser = createBrowser(service.url);
    for (const password of ['', ' ', '$argon2id$', 'windmill gravel'])
      expect((await browser.signIn({ email, password })).url).toContain('/sign-in');
  });

  test('can be created as an invitation', async () => {
    const orgId = await organization();
    const user = await make(orgId, { autoAccept: false, organizationRole: 'ADMIN' });
    expect(user).toMatchObject({ invitedTo: orgId });
    expect((await ada.call<readonly UserView[]>('GET', users(orgId))).data).toHaveLength(1);
    expect(await service.stores.teams.ownMemberships.list(user.id)).toMatchObject([
      { role: 'admin', accepted: false },
    ]);
  });

  test('is not created for an address with an account, or with a used username', async () => {
    const orgId = await organization();
    const first = await make(orgId);
    const again = await ada.call('POST', users(orgId), { email: first.email.toUpperCase() });
    expect([again.status, again.error.details]).toEqual([409, { property: 'email' }]);
    const email = newEmail();
    const refused = await ada.call('POST', users(orgId), { email, username: first.username });
    expect([refused.status, refused.error.details]).toEqual([409, { property: 'username' }]);
    expect(await service.stores.accounts.accounts.findByEmail(email)).toBeUndefined();
    expect(await mailsTo(service, email)).toEqual([]);
  });

  test('gets no role above that of the caller', async () => {
    const orgId = await organization();
    await put(orgId, grace.id, { role: 'admin' as never });
    const body = { email: newEmail(), organizationRole: 'OWNER' };
    expect((await grace.call('POST', users(orgId), body)).status).toBe(403);
    expect((await grace.call('POST', users(orgId), { ...body, organizationRole: 'ADMIN' })).status).toBe(201);
  });

  test.each([
    ['email', { email: 'nobody' }],
    ['email', { email: undefined }],
    ['username', { username: 'two words' }],
    ['username', { username: 'Settings' }],
    ['weekday', { weekday: 'monday' }],
    ['brandColor', { brandColor: 'blue' }],
    ['timeZone', { timeZone: 'Mars/Olympus' }],
    ['timeFormat', { timeFormat: 7 }],
    ['locale', { locale: 'xx' }],
    ['avatarUrl', { avatarUrl: 'ftp://x' }],
    ['organizationRole', { organizationRole: 'owner' }],
    ['autoAccept', { autoAccept: 'yes' }],
    ['defaultScheduleId', { defaultScheduleId: 1 }],
  ])('names %s as faulty in %j', async (property, change) => {
    const reply = await ada.call('POST', users(await organization()), { email: newEmail(), ...change });
    expect([reply.status, faulty(reply)]).toEqual([400, [property]]);
  });
});

describe('the users of an organization', () => {
  test('are filtered by address and by team, in pages', async () => {
    const orgId = await organization();
    const [first, second] = [await make(orgId), await make(orgId)];
    const teamId = await teamIn(orgId);
    await put(teamId, second.id);
    const ids = async (query: string) =>
      (await ada.call<readonly UserView[]>('GET', `${users(orgId)}?${query}`)).data.map(({ id }) => id);
    expect(await ids(`emails=${first.email}&emails=${second.email.toUpperCase()}`)).toEqual([
      first.id,
      second.id,
    ]);
    expect(await ids(`emails=${first.email},nobody@x.example`)).toEqual([first.id]);
    expect(await ids(`teamIds=${teamId}`)).toEqual([ada.id, second.id]);
    expect(await ids(`teamIds=${await teamIn(await organization())}`)).toEqual([]);
    expect(await ids('take=1&skip=1')).toEqual([first.id]);
    expect(await ids('take=1000')).toHaveLength(3);
    expect(await ids('assignedOptionIds=a&assignedOptionIds=b')).toEqual([]);
    expect(await ids('assignedOptionIds=a&attributeQueryOperator=NONE')).toHaveLength(3);
    const refused = await ada.call('GET', `${users(orgId)}?take=1001&skip=-1&teamIds=x`);
    expect(faulty(refused).map((property) => property.split('.')[0])).toEqual(['skip', 'take', 'teamIds']);
  });

  test('are neither disclosed nor changed before they accept', async () => {
    const orgId = await organization();
    const invited = await service.user('Barbara');
    await put(orgId, invited.account.id, { agree: false });
    expect((await ada.call<readonly UserView[]>('GET', users(orgId))).data).toHaveLength(1);
    const user = await service.stores.teams.organizationUsers.find(orgId, invited.account.id);
    const expected = user && presentUser(user);
    expect(expected).toMatchObject({
      ...{ id: invited.account.id, username: '…', name: '…', email: '…@…', avatarUrl: null },
      ...{ timeZone: 'UTC', locale: 'en', createdDate: '1970-01-01T00:00:00.000Z', invitedTo: orgId },
    });
    expect(JSON.stringify(expected)).not.toContain(invited.account.username);
    const byAddress = await ada.call('GET', `${users(orgId)}?emails=${invited.email}`);
    expect(byAddress.data).toEqual([]);
    const path = `${users(orgId)}/${invited.account.id}`;
    const refused = await ada.call('PATCH', path, { username: 'mine' });
    expect([refused.status, refused.error.code]).toEqual([403, 'FORBIDDEN']);
    expect((await ada.call('PATCH', path, { email: invited.email })).status).toBe(400);
    expect((await ada.call('DELETE', path)).status).toBe(200);
  });

  test('are changed by administrators, except for addresses and schedules', async () => {
    const orgId = await organization();
    const user = await make(orgId);
    const path = `${users(orgId)}/${user.id}`;
    const change = {
      name: 'Zoë',
      weekday: 'Friday',
      locale: null,
      theme: 'light',
      brandColor: null,
      bio: 'x',
    };
    const changed = await ada.call<UserView>('PATCH', path, {
      ...change,
      email: user.email.toUpperCase(),
    });
    const expected = { ...user, name: 'Zoë', weekStart: 'Friday', locale: 'en', theme: 'light', bio: 'x' };
    expect([changed.status, changed.data]).toEqual([200, expected]);
    expect((await ada.call('PATCH', path, {})).data).toEqual(expected);
    const address = await ada.call('PATCH', path, { email: 'other@x.example' });
    expect([address.status, faulty(address)]).toEqual([400, ['email']]);
    const schedule = await ada.call('PATCH', path, { defaultScheduleId: 1_000_000 });
    expect([schedule.status, faulty(schedule)]).toEqual([400, ['defaultScheduleId']]);
    const other = await make(orgId);
    const refused = await ada.call('PATCH', path, { username: other.username, bio: 'y' });
    expect(refused.status).toBe(409);
    expect((await ada.call('PATCH', path, {})).data).toEqual(expected);
    const entries = await service.stores.events.audit.list(undefined, 10_000);
    const rows = entries.filter(
      ({ subject, action }) => subject === `account:${user.id}` && action === 'profile.changed',
    );
    expect(rows).toMatchObject([{ actor: `account:${ada.id}`, facts: { organization: orgId } }]);
  });

  test('are not changed by a lower role', async () => {
    const orgId = await organization();
    await put(orgId, grace.id, { role: 'admin' as never });
    const path = `${users(orgId)}/${ada.id}`;
    expect((await grace.call('PATCH', path, { name: 'X' })).status).toBe(403);
    expect((await grace.call('DELETE', path)).status).toBe(403);
  });

  test('are removed from the organization and its teams, and keep their account', async () => {
    const orgId = await organization();
    const user = await make(orgId);
    const teamId = await teamIn(orgId);
    await put(teamId, user.id);
    const removed = await ada.call<UserView>('DELETE', `${users(orgId)}/${user.id}`);
    expect([removed.status, removed.data]).toEqual([200, user]);
    expect((await ada.call('DELETE', `${users(orgId)}/${user.id}`)).status).toBe(404);
    expect(await service.stores.teams.ownMemberships.list(user.id)).toEqual([]);
    expect(await service.stores.accounts.accounts.findById(user.id)).toBeDefined();
    const last = await ada.call('DELETE', `${users(orgId)}/${ada.id}`);
    expect([last.status, last.error.code]).toEqual([409, 'CONFLICT']);
  });

  test('are accessible only to its administrators', async () => {
    const orgId = await organization();
    const [member, nonMember] = [await callerFor(service, SCOPES), await callerFor(service, SCOPES)];
    await put(orgId, member.id);
    const statuses = async (caller: Caller) => [
      (await caller.call('GET', users(orgId))).status,
      (await caller.call('POST', users(orgId), { email: newEmail() })).status,
      (await caller.call('PATCH', `${users(orgId)}/${ada.id}`, {})).status,
      (await caller.call('DELETE', `${users(orgId)}/${ada.id}`)).status,
    ];
    expect(await statuses(member)).toEqual([403, 403, 403, 403]);
    expect(await statuses(nonMember)).toEqual([404, 404, 404, 404]);
    const ownOrg = await organization(nonMember);
    const path = `${users(ownOrg)}/${member.id}`;
    expect((await nonMember.call('PATCH', path, { name: 'X' })).status).toBe(404);
    expect((await nonMember.call('DELETE', path)).status).toBe(404);
    const me = await member.call<{ organizationId: number }>('GET', '/v2/me');
    expect(me.data.organizationId).toBe(orgId);
  });
});
