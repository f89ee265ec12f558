/* Members of teams and organizations on pages, with real forms: invited, searched, given a role and removed. */
import type { Role } from '../../../src/api/role.js';
import { formOf, mainText } from '../../clients/forms.js';
import { nextMail } from '../../delivery/mail-outbox.js';
import { ahead } from '../../scheduling/bookings/booking-fixture.js';
import type { Caller } from '../../scheduling/caller.js';
import { type MemberFixture, memberFixture } from '../../scheduling/member-fixture.js';
import { hosts, openTeamFixture, type TeamFixture } from '../../scheduling/team-fixture.js';
import type { FieldValue, Page } from '../../support/browser.js';
import { visit, type Visitor } from '../../support/oauth.js';
import type { Service } from '../../support/service.js';

type Fields = Readonly<Record<string, FieldValue>>;

let fixture: TeamFixture;
let service: Service;
let groups: MemberFixture;
let owner: Visitor;
/** A team on its own. */
let teamId: number;
let team: string;
beforeAll(async () => {
  fixture = await openTeamFixture();
  ({ service } = fixture);
  groups = memberFixture(service);
  owner = await visit(service, await service.user('Olga Owner'));
  await groups.join(fixture.orgId, fixture.ada.id, idOf(owner), { role: 'admin' });
});
beforeEach(async () => {
  teamId = await groups.team(idOf(owner), undefined, 'Front desk');
  team = `/settings/teams/${teamId}`;
});
afterAll(() => fixture.close());

const idOf = ({ user }: Visitor): number => user.account.id;
const member = async (role: Role = 'member', name = 'Vera Visitor'): Promise<Visitor> => {
  const visitor = await visit(service, await service.user(name));
  await groups.join(teamId, idOf(owner), idOf(visitor), { role });
  return visitor;
};
const invite = async (fields: Fields, { browser } = owner, of = team): Promise<Page> =>
  browser.submit(formOf(await browser.get(`${of}/invitations/new`), `${of}/invitations`), fields);
const membership = (accountId: number, groupId = teamId) =>
  service.stores.teams.memberships
    .list(groupId, { take: 250, skip: 0 })
    .then((all) => all.find((one) => one.accountId === accountId));
const pathOf = async (accountId: number, groupId = teamId): Promise<string> =>
  `/settings/teams/${groupId}/members/${(await membership(accountId, groupId))?.id ?? 0}`;
const send = async (path: string, end: string, fields: Fields = {}, { browser } = owner): Promise<Page> =>
  browser.submit(formOf(await browser.get(path), end), fields);
const rowsOf = ({ root }: Page): readonly string[] =>
  root.querySelectorAll('.rows > li').map((row) => row.text.replace(/\s+/g, ' ').trim());
const noticeOf = ({ root }: Page): string => root.querySelector('.notice-title')?.text ?? '';
const faultOf = ({ root }: Page, id: string): string | undefined =>
  root.querySelector(`#${id}-fault`)?.text.trim();

describe('an invitation by e-mail', () => {
  test('is mailed, waits under its address alone, and becomes a member', async () => {
    const { user, browser } = await visit(service, await service.user('Ines Invited'));
    const invited = await invite({ email: ` ${user.email.toUpperCase()} `, role: 'admin' });
    expect([invited.status, noticeOf(invited)]).toEqual([
      200,
      expect.stringMatching(/^The invitation is sent to \u2068.+\u2069\.$/),
    ]);
    const waiting = rowsOf(invited).find((row) => row.includes('Invited'));
    expect(waiting).toBe(`${user.email.toUpperCase()}InvitedAdministrator`);
    expect(mainText(await owner.browser.get(await pathOf(user.account.id)))).not.toContain('Ines');
    expect((await nextMail(service, user.email)).subject).toContain('You are invited to Front desk');
    const list = await browser.get('/settings/teams');
    const link = list.root.querySelectorAll('main a').find(({ text }) => text === 'Respond to Front desk');
    await browser.submit(await browser.get(link?.getAttribute('href') ?? ''), {}, 'accept');
    expect(rowsOf(await owner.browser.get(`${team}/members`))).toContain(
      `Ines InvitedAdministrator${user.email}`,
    );
    expect((await membership(user.account.id))?.invitedAs).toBeUndefined();
  });

  test('is withdrawn, after which the mail leads nowhere', async () => {
    const { user, browser } = await visit(service);
    await invite({ email: user.email });
    const { id = 0 } = (await membership(user.account.id)) ?? {};
    const path = await pathOf(user.account.id);
    const question = await owner.browser.ask(formOf(await owner.browser.get(path), '/removal'), {});
    expect(mainText(question)).toContain(`Withdraw the invitation of \u2068${user.email}\u2069`);
    expect(noticeOf(await send(path, '/removal'))).toMatch(
      /^The invitation of \u2068.+\u2069 is withdrawn\.$/,
    );
    expect(await membership(user.account.id)).toBeUndefined();
    expect((await browser.get(`/teams/join/${id}`)).status).toBe(404);
  });

  test.each([
    ['no account', async () => Promise.resolve('nobody@example.com'), 422, 'No account has confirmed'],
    ['not an address', async () => Promise.resolve('nobody'), 422, 'No account has confirmed'],
    ['a member', async () => (await member()).user.email, 409, 'has a membership or an invitation already'],
  ])('to %s is refused at the field, with what was typed', async (_what, address, status, message) => {
    const email = await address();
    const refused = await invite({ email, role: 'admin' });
    expect([refused.status, faultOf(refused, 'email')]).toEqual([status, expect.stringContaining(message)]);
    expect(refused.root.querySelector('#email')?.getAttribute('value')).toBe(email);
    expect(refused.root.querySelector('option[selected]')?.getAttribute('value')).toBe('admin');
  });

  test('is limited, also for addresses without an account', async () => {
    const hasty = await visit(service);
    const own = `/settings/teams/${await groups.team(idOf(hasty))}`;
    const form = formOf(await hasty.browser.get(`${own}/invitations/new`), '/invitations');
    const post = () => hasty.browser.submit(form, { email: 'nobody@example.com' });
    const statuses = (await Promise.all(Array.from({ length: 101 }, post))).map(({ status }) => status);
    expect([
      statuses.filter((one) => one === 422).length,
      statuses.filter((one) => one === 429).length,
    ]).toEqual([100, 1]);
  });

  test('to a team of an organization needs its membership first', async () => {
    const { user } = await visit(service);
    const inside = `/settings/teams/${fixture.teamId}`;
    const refused = await invite({ email: user.email }, owner, inside);
    expect([refused.status, faultOf(refused, 'email')]).toEqual([
      409,
      expect.stringContaining('Add them there first.'),
    ]);
  });
});

describe('an invite link', () => {
  const create = (fields: Fields = {}) => send(`${team}/invitations/new`, '/links', fields);

  test('is shown once, and lets somebody join', async () => {
    const made = await create({ uses: '1', days: '1' });
    const link = made.root.querySelector('[data-secret]')?.text.trim() ?? '';
    expect([made.status, link]).toEqual([201, expect.stringMatching(`^${service.url}/teams/join/.{43}$`)]);
    const { browser, user } = await visit(service);
    await browser.submit(await browser.get(new URL(link).pathname), {}, 'accept');
    expect((await membership(user.account.id))?.agreed).toBe(true);
  });

  test.each([
    [{ uses: '0' }, 'uses', 'The number of people must be'],
    [{ uses: 'many' }, 'uses', 'The number of people must be'],
    [{ days: '400' }, 'days', 'The end must be'],
  ])('with %j is refused at its field', async (fields, id, message) => {
    const refused = await create(fields);
    expect([refused.status, faultOf(refused, id)]).toEqual([422, expect.stringContaining(message)]);
  });
});

describe('the list', () => {
  test('is searched by name and address, and has pages', async () => {
    const vera = await member('member', 'Vera Percent %_');
    const { user } = await visit(service, await service.user('Hidden Name'));
    await invite({ email: user.email });
    const found = async (text: string) =>
      rowsOf(await owner.browser.get(`${team}/members?q=${encodeURIComponent(text)}`));
    expect(await found('PERCENT %_')).toEqual([expect.stringContaining('Vera')]);
    expect(await found(vera.user.email.slice(0, 12))).toEqual([expect.stringContaining(vera.user.email)]);
    expect(await found('hidden name')).toEqual([]);
    expect(await found(user.email)).toEqual([expect.stringContaining('Invited')]);
    const many = await Promise.all(Array.from({ length: 26 }, () => service.user('Many')));
    for (const { account } of many) await groups.join(teamId, idOf(owner), account.id);
    const first = await owner.browser.get(`${team}/members?q=many`);
    expect(rowsOf(first)).toHaveLength(25);
    const next = first.root.querySelectorAll('nav.actions a').at(-1)?.getAttribute('href') ?? '';
    expect(rowsOf(await owner.browser.get(next))).toHaveLength(1);
  });
});

describe('a role', () => {
  test('is changed, and counts at once', async () => {
    const vera = await member();
    expect((await vera.browser.get(`${team}/members`)).status).toBe(403);
    expect(
      noticeOf(await send(await pathOf(idOf(vera)), await pathOf(idOf(vera)), { role: 'admin' })),
    ).toContain('is changed. It counts at once.');
    expect((await vera.browser.get(`${team}/members`)).status).toBe(200);
  });

  test('of the last owner stays, and a role above the own one is not given', async () => {
    const path = await pathOf(idOf(owner));
    const last = await send(path, path, { role: 'member' });
    expect([last.status, noticeOf(last)]).toEqual([409, expect.stringContaining('This is the last owner.')]);
    const [admin, vera] = [await member('admin'), await member()];
    const page = await admin.browser.get(await pathOf(idOf(vera)));
    const roles = page.root.querySelectorAll('#role option').map((one) => one.getAttribute('value'));
    expect(roles).toEqual(['member', 'admin']);
    const tried = await admin.browser.submit(formOf(page, await pathOf(idOf(vera))), { role: 'owner' });
    expect([tried.status, (await membership(idOf(vera)))?.role]).toEqual([403, 'member']);
    const above = await admin.browser.get(path);
    expect(above.root.querySelectorAll('main form')).toHaveLength(0);
    const unknown = await send(await pathOf(idOf(vera)), await pathOf(idOf(vera)), { role: 'king' });
    expect([unknown.status, faultOf(unknown, 'role')]).toEqual([422, 'The role must be one of the list.']);
  });
});

describe('removing a member', () => {
  let day = 20;
  /** A booking of Ben, whom others can replace, and his page in the team of the organization. */
  async function booked(...others: readonly Caller[]) {
    const { id } = await fixture.createEventType({ schedulingType: 'roundRobin', hosts: hosts(fixture.ben) });
    const booking = await fixture.booked({ eventTypeId: id, start: ahead((day += 1)) });
    if (others.length > 0)
      await fixture.ada.call('PATCH', `${fixture.team}/event-types/${id}`, {
        hosts: hosts(fixture.ben, ...others),
      });
    return { uid: booking.uid, path: await pathOf(fixture.ben.id, fixture.teamId) };
  }
  const stored = async (uid: string) =>
    (await service.stores.scheduling.bookings.findIn({ teamId: fixture.teamId }, uid))[0];
  beforeEach(async () => {
    if ((await membership(fixture.ben.id, fixture.teamId)) === undefined)
      await groups.join(fixture.teamId, fixture.ada.id, fixture.ben.id);
  });

  test.each([
    ['keep', {}, 'will stay with them', 'accepted', true],
    ['reassign', {}, 'Another host takes over', 'accepted', false],
    ['cancel', { reason: 'Ben left us' }, 'will be cancelled', 'cancelled', true],
  ])('says what happens to the bookings, and does it: %s', async (bookings, more, says, status, isBens) => {
    const { uid, path } = await booked(fixture.cleo);
    const form = formOf(await owner.browser.get(path), '/removal');
    const question = await owner.browser.ask(form, { bookings, ...more });
    expect(mainText(question)).toMatch(new RegExp(`\\d upcoming booking`));
    expect(mainText(question)).toContain(says);
    expect((await membership(fixture.ben.id, fixture.teamId))?.agreed).toBe(true);
    const removed = await owner.browser.submit(form, { bookings, ...more });
    expect([removed.status, noticeOf(removed)]).toEqual([
      200,
      expect.stringMatching(/^\u2068.+\u2069 is removed\.$/),
    ]);
    const booking = await stored(uid);
    expect([booking?.status, booking?.hosts.some(({ id }) => id === fixture.ben.id)]).toEqual([
      status,
      isBens,
    ]);
    if (bookings === 'cancel') expect(booking?.reason).toBe('Ben left us');
    // Those that stayed with Ben are not for the next test.
    await service.stores.scheduling.bookings.change(
      { uid, hostId: fixture.ben.id, group: { teamId: fixture.teamId } },
      ({ bookings: all }) =>
        all.map((one) => ({ uid: one.uid, done: 'cancelled', set: { status: 'cancelled', reason: null } })),
      { actor: 'test' },
    );
  });

  test('is refused with the reason when no other host can take a booking', async () => {
    const { path } = await booked();
    const refused = await send(path, '/removal', { bookings: 'reassign' });
    expect([refused.status, noticeOf(refused)]).toEqual([
      409,
      'No other host of this event type is free at this time.',
    ]);
    expect(refused.root.querySelector('[name=bookings][checked]')?.getAttribute('value')).toBe('reassign');
    const unknown = await send(path, '/removal', { bookings: 'forget' });
    expect([unknown.status, faultOf(unknown, 'bookings')]).toEqual([
      422,
      expect.stringContaining('This choice must be one of'),
    ]);
    expect((await membership(fixture.ben.id, fixture.teamId))?.agreed).toBe(true);
  });
});

test.each([
  ['member', 403],
  ['outsider', 404],
] as const)('a %s reads and changes nothing of the members: %s', async (who, status) => {
  const [vera, target] = [who === 'member' ? await member() : await visit(service), await member()];
  const path = await pathOf(idOf(target));
  for (const one of [`${team}/members`, `${team}/invitations/new`, path])
    expect((await vera.browser.get(one)).status).toBe(status);
  const own = (await vera.browser.get('/settings/profile')).root.querySelector('[name=csrf]');
  const csrf = own?.getAttribute('value') ?? '';
  const page = await owner.browser.get(path);
  const invitation = await owner.browser.get(`${team}/invitations/new`);
  const forms = [
    formOf(page, path),
    formOf(page, '/removal'),
    formOf(invitation, '/invitations'),
    formOf(invitation, '/links'),
  ];
  for (const form of forms) {
    const reply = await vera.browser.submit(form, { csrf, email: target.user.email, role: 'owner' });
    expect(reply.status).toBe(status);
  }
  expect(await membership(idOf(target))).toMatchObject({ role: 'member', agreed: true });
});

test('a member of another team is not found', async () => {
  const other = await groups.team(idOf(owner));
  const vera = await member();
  const id = (await membership(idOf(vera)))?.id ?? 0;
  expect((await owner.browser.get(`/settings/teams/${other}/members/${id}`)).status).toBe(404);
  expect((await owner.browser.get(`${team}/members/0`)).status).toBe(404);
});
