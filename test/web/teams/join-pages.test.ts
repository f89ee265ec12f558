/* People join and leave teams on pages: by a link or by an invitation in a mail, and never without their consent. */
import { writeNotification } from '../../../src/delivery/notification-mail.js';
import type { Job } from '../../../src/jobs/store.js';
import type { Browser, Page } from '../../support/browser.js';
import { createBrowser } from '../../support/browser.js';
import { visit, type Visitor } from '../../support/oauth.js';
import { type TestUser, useService } from '../../support/service.js';
import { nextMail } from '../../delivery/mail-outbox.js';

const ACTOR = { actor: 'test' };
const HOUR = 3_600_000;

const service = useService({ clock: () => Date.now() + ahead });
let ahead = 0;
let owner: Visitor;
let visitor: Visitor;
beforeAll(async () => {
  owner = await visit(service, await service.user('Olga <Owner>'));
  visitor = await visit(service, await service.user('Vera'));
});
beforeEach(() => {
  ahead = 0;
});

let count = 0;
const newSlug = (): string => `team-${(count += 1)}`;
const idOf = ({ user }: Visitor): number => user.account.id;

async function team(name: string, organizationId?: number): Promise<number> {
  const terms = { name, slugs: [newSlug()], settings: {}, accepted: true, most: 100 };
  const made = await service.stores.teams.teams.create(idOf(owner), { organizationId, ...terms }, ACTOR);
  return typeof made === 'object' ? made.id : 0;
}
async function organization(name: string): Promise<number> {
  const made = await service.stores.teams.teams.createOrganization(
    idOf(owner),
    { name, slug: newSlug() },
    ACTOR,
  );
  return typeof made === 'object' ? made.id : 0;
}
async function invite(groupId: number, account: TestUser['account'], change: object = {}): Promise<number> {
  const terms = { role: 'admin' as const, accepted: false, disableImpersonation: false, ...change };
  const input = { accountId: account.id, ...terms };
  const made = await service.stores.teams.memberships.add(groupId, idOf(owner), input, ACTOR);
  return typeof made === 'object' ? made.id : 0;
}
/** A link as the API makes it. */
async function link(
  groupId: number,
  { maxUses = 10, lifeMs = HOUR, by = idOf(owner) } = {},
): Promise<string> {
  const token = `${newSlug()}-a-token-of-a-link-that-nobody-guesses-ever`;
  const now = Date.now() + ahead;
  const terms = { expiresAt: new Date(now + lifeMs), maxUses, most: 100, now: new Date(now) };
  await service.stores.teams.invites.open(
    groupId,
    by,
    { tokenHash: service.registry.keys.hash('invite', token), ...terms },
    ACTOR,
  );
  return `/teams/join/${token}`;
}
const roleIn = async (groupId: number, who: Visitor) =>
  (await service.stores.teams.teams.readMembership(idOf(who), { orgId: undefined, teamId: groupId }))?.role;
const heading = ({ root }: Page): string | undefined => root.querySelector('h1')?.text;

describe('a link', () => {
  test('shows the team, the inviter and the role, and has one button to join', async () => {
    const groupId = await team('Front <desk>');
    const path = await link(groupId);
    const page = await visitor.browser.get(path);
    expect([page.status, heading(page)]).toEqual([200, 'Join Front <desk>']);
    expect(page.root.querySelector('dl')?.text).toMatch(/Front <desk>.*Olga <Owner>.*Member/s);
    expect(await roleIn(groupId, visitor)).toBeUndefined();
    const joined = await visitor.browser.submit(page, {}, 'accept');
    expect(new URL(joined.url).pathname).toBe('/settings/teams');
    expect(joined.root.text).toContain('You are now a member of');
    expect(await roleIn(groupId, visitor)).toBe('member');
    const again = await visitor.browser.get(path);
    expect([again.status, heading(again)]).toEqual([200, 'You are already a member']);
  });

  test('asks a signed-out visitor to sign in, and then returns', async () => {
    const path = await link(await team('Back office'));
    const browser = createBrowser(service.url);
    const signIn = await browser.get(path);
    expect(signIn.url).toContain('/sign-in?return_to=%2Fteams%2Fjoin%2F');
    const page = await browser.signIn(visitor.user, signIn);
    expect(heading(page)).toBe('Join Back office');
  });

  test.each([
    ['has expired', { lifeMs: HOUR }, 2 * HOUR, 410, 'This invitation has expired'],
    ['is unknown', undefined, 0, 404, 'There is no invitation at this address'],
  ])('that %s says so', async (_what, terms, later, status, message) => {
    const groupId = await team('Late');
    const path = terms === undefined ? '/teams/join/never-made' : await link(groupId, terms);
    ahead = later;
    const page = await visitor.browser.get(path);
    expect([page.status, heading(page)]).toEqual([status, message]);
  });

  test('that is used up, or whose creator no longer manages the team, says so and is refused', async () => {
    const groupId = await team('Full');
    const path = await link(groupId, { maxUses: 1 });
    const page = await visitor.browser.get(path);
    await owner.browser.get(path);
    const other = await visit(service);
    await other.browser.submit(await other.browser.get(path), {}, 'accept');
    const late = await visitor.browser.submit(page, {}, 'accept');
    expect([late.status, heading(late)]).toEqual([410, 'This invitation is used up']);
    expect(await roleIn(groupId, visitor)).toBeUndefined();

    const admin = await visit(service);
    const membershipId = await invite(groupId, admin.user.account);
    await service.stores.teams.ownMemberships.agree(idOf(admin), membershipId, ACTOR);
    const byAdmin = await link(groupId, { by: idOf(admin) });
    const target = { groupId, id: membershipId, by: idOf(owner) };
    await service.stores.teams.memberships.remove(target, ACTOR);
    const withdrawn = await visitor.browser.get(byAdmin);
    expect([withdrawn.status, heading(withdrawn)]).toEqual([410, 'This invitation is no longer valid']);
  });

  test('to a team of an organization admits only members of the organization', async () => {
    const orgId = await organization('Harbour');
    const groupId = await team('Surgery', orgId);
    const path = await link(groupId);
    const page = await visitor.browser.get(path);
    expect([page.status, heading(page)]).toEqual([403, 'This team is for members of its organization']);
    const id = await invite(orgId, visitor.user.account, { role: 'member' });
    await service.stores.teams.ownMemberships.agree(idOf(visitor), id, ACTOR);
    await visitor.browser.submit(await visitor.browser.get(path), {}, 'accept');
    expect(await roleIn(groupId, visitor)).toBe('member');
  });

  test('is refused without the CSRF field', async () => {
    const groupId = await team('Guarded');
    const path = await link(groupId);
    const body = new URLSearchParams({ decision: 'accept', csrf: 'made up' });
    const answer = await visitor.browser.raw(path, { method: 'POST', body });
    expect(answer.status).toBe(403);
    expect(await roleIn(groupId, visitor)).toBeUndefined();
  });
});

describe('an invitation by name', () => {
  const linkIn = ({ text }: { readonly text: string }): string =>
    /https?:\/\/\S+\/teams\/join\/\d+/.exec(text)?.[0] ?? '';

  test('is announced by mail, and its page is visible only to that user', async () => {
    const groupId = await team('Invited');
    const user = await service.user();
    await invite(groupId, user.account);
    const mail = await nextMail(service, user.email);
    expect(mail.subject).toBe('You are invited to Invited');
    expect(mail.text).toMatch(/invites you to .*Invited.* as an administrator/);
    const nonMember = await visitor.browser.get(linkIn(mail));
    expect([nonMember.status, heading(nonMember)]).toEqual([404, 'There is no invitation at this address']);
    const invited = await visit(service, user);
    const page = await invited.browser.get(linkIn(mail));
    expect(heading(page)).toBe('Join Invited');
    const joined = await invited.browser.submit(page, {}, 'accept');
    expect(joined.root.text).toContain('You are now a member of');
    expect(await roleIn(groupId, invited)).toBe('admin');
  });

  test('is deleted when it is declined', async () => {
    const groupId = await team('Declined');
    const id = await invite(groupId, visitor.user.account);
    const page = await visitor.browser.get(`/teams/join/${id}`);
    const declined = await visitor.browser.submit(page, {}, 'decline');
    expect(declined.root.text).toContain('You declined the invitation to');
    expect(await roleIn(groupId, visitor)).toBeUndefined();
    expect((await visitor.browser.get(`/teams/join/${id}`)).status).toBe(404);
    const again = await visitor.browser.submit(page, {}, 'accept');
    expect(again.status).toBe(404);
  });

  test('that an administrator accepted for a user waits for their confirmation', async () => {
    const groupId = await team('Added');
    const user = await service.user();
    const inside = await invite(await organization('Harbour'), user.account);
    await nextMail(service, user.email);
    await service.stores.teams.ownMemberships.agree(user.account.id, inside, ACTOR);
    const id = await invite(groupId, user.account, { accepted: true, role: 'member' });
    const mail = await nextMail(service, user.email, 2);
    expect(mail.subject).toBe('You were added to Added');
    const added = await visit(service, user);
    const page = await added.browser.get(linkIn(mail));
    expect([heading(page), page.root.text.includes('Until you confirm')]).toEqual([
      'You were added to Added',
      true,
    ]);
    await added.browser.submit(page, {}, 'accept');
    expect(await service.stores.teams.memberships.find(groupId, id)).toMatchObject({ agreed: true });
  });

  test('that was withdrawn is not mailed any more', async () => {
    const groupId = await team('Back');
    const { account } = await service.user();
    const id = await invite(groupId, account);
    const mail = { about: 'membership.created', to: account.id, subject: `membership:${id}`, facts: {} };
    const job: Job<'notification'> = {
      id: '0',
      kind: 'notification',
      payload: { ...mail, at: new Date().toISOString() },
      lease: '0',
      attempts: 1,
      createdAt: new Date(),
      dueAt: new Date(),
    };
    const deps = {
      accounts: service.stores.accounts.accounts,
      clients: service.stores.clients.clients,
      records: service.stores.clients.records,
      ownMemberships: service.stores.teams.ownMemberships,
      calendarOutages: service.stores.scheduling.calendarOutages,
      revokedApps: service.stores.scheduling.revokedApps,
      ...service.config,
      grantEnd: () => Promise.resolve(undefined),
    };
    expect((await writeNotification(deps, job))?.subject).toBe('You are invited to Back');
    await service.stores.teams.memberships.remove({ groupId, id, by: idOf(owner) }, ACTOR);
    expect(await writeNotification(deps, job)).toBeUndefined();
  });
});

describe('the teams page', () => {
  const leave = async (browser: Browser, page: Page, name: string): Promise<Page> => {
    const form = page.root.querySelectorAll('form').find((found) => found.text.includes(`Leave ${name}`));
    if (!form) throw new Error(`no form to leave ${name}`);
    const [field] = form.querySelectorAll('input[name=csrf]');
    const button = form.querySelector('button');
    const body = new URLSearchParams({
      csrf: field?.getAttribute('value') ?? '',
      [button?.getAttribute('name') ?? '']: button?.getAttribute('value') ?? '',
    });
    const answer = await browser.raw(form.getAttribute('action') ?? '', { method: 'POST', body });
    const location = answer.headers.get('location');
    if (location !== null) return browser.get(location);
    return browser.submit(page, { membership: button?.getAttribute('value') ?? '' });
  };

  test('is linked from the account, empty at first', async () => {
    const newcomer = await visit(service);
    const home = await newcomer.browser.get('/');
    expect(home.root.querySelector('a[href="/settings/teams"]')).not.toBeNull();
    const page = await newcomer.browser.get('/settings/teams');
    expect(page.root.text).toContain('You are not in a team yet');
    expect((await createBrowser(service.url).get('/settings/teams')).url).toContain('/sign-in');
  });

  test('leads to invitations, and has forms to leave teams', async () => {
    const visitor = await visit(service);
    const groupId = await team('Left');
    const id = await invite(groupId, visitor.user.account, { role: 'member' });
    const before = await visitor.browser.get('/settings/teams');
    expect(before.root.querySelector(`a[href="/teams/join/${id}"]`)?.text).toBe('Respond to Left');
    await visitor.browser.submit(await visitor.browser.get(`/teams/join/${id}`), {}, 'accept');
    const gone = await leave(visitor.browser, await visitor.browser.get('/settings/teams'), 'Left');
    expect(gone.root.text).toContain('You have left');
    expect(await roleIn(groupId, visitor)).toBeUndefined();
  });

  test('does not let the last owner leave, and says what to do', async () => {
    const alone = await visit(service);
    const terms = { name: 'Mine', slugs: [newSlug()], settings: {}, accepted: true, most: 100 };
    await service.stores.teams.teams.create(idOf(alone), { organizationId: undefined, ...terms }, ACTOR);
    const page = await leave(alone.browser, await alone.browser.get('/settings/teams'), 'Mine');
    expect(page.status).toBe(409);
    expect(page.root.text).toContain('Make another member an owner first.');
  });

  test('does not let the only owner of a team leave its organization, and names the team', async () => {
    const visitor = await visit(service);
    const orgId = await organization('Quay');
    const id = await invite(orgId, visitor.user.account);
    await service.stores.teams.ownMemberships.agree(idOf(visitor), id, ACTOR);
    const terms = { name: 'Tugs', slugs: [newSlug()], settings: {}, accepted: true, most: 100 };
    await service.stores.teams.teams.create(idOf(visitor), { organizationId: orgId, ...terms }, ACTOR);
    const page = await leave(visitor.browser, await visitor.browser.get('/settings/teams'), 'Quay');
    expect(page.status).toBe(409);
    expect(page.root.text).toContain('last owner of these teams of the organization: Tugs.');
    expect(await service.stores.teams.memberships.find(orgId, id)).toMatchObject({ agreed: true });
  });

  test('cannot remove other users', async () => {
    const groupId = await team('Theirs');
    const [own] = await service.stores.teams.ownMemberships.list(idOf(visitor));
    const page = await visitor.browser.get('/settings/teams');
    const [theirs] = await service.stores.teams.memberships.list(groupId, { take: 1, skip: 0 });
    const answer = await visitor.browser.submit(page, { membership: String(theirs?.id) });
    expect(answer.status).toBe(404);
    expect(await service.stores.teams.ownMemberships.find(idOf(visitor), own?.id ?? 0)).toBeDefined();
  });
});
