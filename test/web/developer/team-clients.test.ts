/* A client that belongs to a team, on the pages of its people: made, used, rotated, given away, reviewed, lost. */
import { formOf, mainText } from '../../clients/forms.js';
import { callerFor } from '../../scheduling/caller.js';
import type { Page } from '../../support/browser.js';
import { authorize, authorizeUrl, exchange, me, visit, type Visitor } from '../../support/oauth.js';
import { REDIRECT_URI, type TestClient, useService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { mailsTo } from '../../delivery/mail-outbox.js';

const SETTINGS = '/settings/developer';
const ACTOR = { actor: 'test' };
const FORM = {
  name: 'Acme Sync',
  purpose: 'Copies bookings into Acme.',
  website: '',
  kind: 'confidential',
  redirect_uris: REDIRECT_URI,
  scopes: ['PROFILE_READ'],
};

const service = useService();
let owner: Visitor;
let admin: Visitor;
let member: Visitor;
beforeAll(async () => {
  owner = await visit(service, await service.user('Olga Owner'));
  admin = await visit(service, await service.user('Adam Admin'));
  member = await visit(service, await service.user('Mia Member'));
});

const idOf = ({ user }: Visitor): number => user.account.id;
let count = 0;

async function team(name = 'Front desk'): Promise<{ id: number; admins: number }> {
  const terms = { name, slugs: [`team-client-${(count += 1)}`], settings: {}, accepted: true, most: 100 };
  const made = await service.stores.teams.teams.create(
    idOf(owner),
    { organizationId: undefined, ...terms },
    ACTOR,
  );
  const id = typeof made === 'object' ? made.id : 0;
  const put = async (who: Visitor, role: 'admin' | 'member') => {
    const input = { accountId: idOf(who), role, accepted: true, disableImpersonation: false };
    const added = await service.stores.teams.memberships.add(id, idOf(owner), input, ACTOR);
    const membershipId = typeof added === 'object' ? added.id : 0;
    await service.stores.teams.ownMemberships.agree(idOf(who), membershipId, ACTOR);
    return membershipId;
  };
  await put(member, 'member');
  return { id, admins: await put(admin, 'admin') };
}
const dismiss = ({ id, admins }: { id: number; admins: number }) =>
  service.stores.teams.memberships.remove({ groupId: id, id: admins, by: idOf(owner) }, ACTOR);

const clientIdOn = (page: Page): string => /[0-9a-f]{64}/.exec(page.html)?.[0] ?? '';
const secretOn = (page: Page): string => /sk_[\w-]{43}/.exec(page.html)?.[0] ?? '';
const pathOf = (clientId: string): string => `${SETTINGS}/clients/${clientId}`;

async function made(teamId: number, by = owner): Promise<TestClient> {
  const form = await by.browser.get(`${SETTINGS}/clients/new`);
  const page = await by.browser.submit(form, { ...FORM, team: String(teamId) });
  expect(page.status).toBe(201);
  const made = { clientId: clientIdOn(page), clientSecret: secretOn(page), status: 'pending' as const };
  return { ...made, form: { ...FORM, redirectUris: [REDIRECT_URI] } };
}

describe('creating a client', () => {
  test('offers the teams whose clients the user manages', async () => {
    const { id } = await team('Back <office>');
    const choices = async ({ browser }: Visitor) =>
      (await browser.get(`${SETTINGS}/clients/new`)).root
        .querySelectorAll('input[name=team]')
        .map((input) => input.getAttribute('value'));
    expect(await choices(owner)).toEqual(['', String(id)]);
    expect(await choices(admin)).toEqual(['', String(id)]);
    expect(await choices(member)).toEqual([]);
    const page = await admin.browser.get(`${SETTINGS}/clients/new`);
    expect(page.root.querySelector('input[name=team][checked]')?.getAttribute('value')).toBe('');
    expect(mainText(page)).toContain('Back <office>');
  });

  test('for a team lists it for every user who manages the team', async () => {
    const { id } = await team('Night shift');
    const { clientId } = await made(id, admin);
    expect(await service.stores.clients.clients.find(clientId)).toMatchObject({
      teamId: id,
      ownerId: idOf(admin),
    });
    const list = await owner.browser.get(SETTINGS);
    expect(list.root.querySelector(`a[href="${pathOf(clientId)}"]`)).not.toBeNull();
    expect(mainText(list)).toContain('Night shift');
    expect(mainText(await owner.browser.get(pathOf(clientId)))).toContain('Night shift');
    expect((await member.browser.get(SETTINGS)).html).not.toContain(clientId);
  });

  test('for a team is developed by the team, as users read when they are asked', async () => {
    const { id } = await team('Night shift');
    const page = await owner.browser.get(authorizeUrl(service, await made(id)));
    expect(mainText(page)).toContain('Developed by Night shift');
  });

  test('for a team that the user does not manage is refused, and keeps the input', async () => {
    const { id } = await team();
    const form = await member.browser.get(`${SETTINGS}/clients/new`);
    const page = await member.browser.submit(form, { ...FORM, name: 'Mine', team: String(id) });
    expect(page.status).toBe(422);
    expect(page.root.querySelector('#name')?.getAttribute('value')).toBe('Mine');
    expect(await service.stores.clients.records.ofManager(idOf(member))).toEqual([]);
    const known = await admin.browser.get(`${SETTINGS}/clients/new`);
    const faulty = await admin.browser.submit(known, { ...FORM, name: '', team: String(id) });
    expect(faulty.status).toBe(422);
    expect(faulty.root.querySelector('input[name=team][checked]')?.getAttribute('value')).toBe(String(id));
    const strange = await admin.browser.submit(known, { ...FORM, team: '999999' });
    expect(strange.root.querySelector('#team-fault')?.text).toContain('The owner must be you or a team');
  });
});

describe('a client of a team', () => {
  test('is managed by every administrator of the team, and is 404 for members', async () => {
    const { clientId } = await made((await team()).id);
    const path = pathOf(clientId);
    const edited = await admin.browser.submit(await admin.browser.get(`${path}/edit`), { name: 'Acme Two' });
    expect(mainText(edited)).toContain('are in effect.');
    const rotation = formOf(await admin.browser.get(path), '/secrets');
    const added = await admin.browser.submit(rotation, {});
    expect([added.status, secretOn(added)]).toEqual([201, expect.stringMatching(/^sk_/)]);
    const user = await service.user('Tess Tester', { emailVerified: true });
    const tested = await admin.browser.submit(formOf(await admin.browser.get(path), '/testers'), {
      email: user.email,
    });
    expect(mainText(tested)).toContain('is on its way.');
    const colleague = await admin.browser.submit(formOf(await admin.browser.get(path), '/testers'), {
      email: owner.user.email,
    });
    expect(mainText(colleague)).toContain('This person manages the client and can use it already.');
    for (const page of [path, `${path}/edit`, `${path}/removal`, `${path}/transfers/new`])
      expect((await member.browser.get(page)).status).toBe(404);
    const csrf = (await member.browser.get('/sign-out')).root
      .querySelector('[name=csrf]')
      ?.getAttribute('value');
    expect((await member.browser.submit(rotation, { csrf: csrf ?? '' })).status).toBe(404);
  });

  test('can be used by its managers before its review, while they manage the team', async () => {
    const place = await team();
    const client = await made(place.id);
    const { code } = await authorize(service, client, admin.user, { browser: admin.browser });
    const { status, body } = await exchange(service, client, code);
    expect(status).toBe(200);
    expect((await me(service, body.access_token)).status).toBe(200);
    await expect(authorize(service, client, member.user, { browser: member.browser })).rejects.toThrow();
    await dismiss(place);
    await until(async () => (await me(service, body.access_token)).status === 401);
    await expect(authorize(service, client, admin.user, { browser: admin.browser })).rejects.toThrow();
    expect((await admin.browser.get(pathOf(client.clientId))).status).toBe(404);
  });

  test('cannot be reviewed by an administrator who manages the team', async () => {
    const place = await team();
    const { clientId } = await made(place.id);
    await service.stores.accounts.accounts.setAdmin(idOf(admin), true, ACTOR);
    const page = await admin.browser.get(`/admin/clients/${clientId}`);
    expect(mainText(page)).toContain('Front desk');
    expect(page.root.querySelectorAll('form[action$="/approval"]')).toEqual([]);
    const other = await visit(service);
    await service.stores.accounts.accounts.setAdmin(idOf(other), true, ACTOR);
    const form = formOf(await other.browser.get(`/admin/clients/${clientId}`), '/approval');
    const csrf = page.root.querySelector('[name=csrf]')?.getAttribute('value');
    const own =
      csrf ?? (await admin.browser.get('/sign-out')).root.querySelector('[name=csrf]')?.getAttribute('value');
    expect((await admin.browser.submit(form, { csrf: own ?? '' })).status).toBe(403);
    await other.browser.submit(form, {});
    expect((await service.stores.clients.clients.find(clientId))?.status).toBe('approved');
    for (const { user } of [owner, admin])
      await until(async () =>
        (await mailsTo(service, user.email)).some(({ subject }) => subject === 'Acme Sync is approved'),
      );
    await service.stores.accounts.accounts.setAdmin(idOf(admin), false, ACTOR);
  });

  test('prevents the deletion of its team', async () => {
    const { id } = await team();
    const { clientId } = await made(id);
    const caller = await callerFor(service, ['TEAM_PROFILE_WRITE'], owner.user);
    const refused = await caller.call('DELETE', `/v2/teams/${id}`);
    expect([refused.status, refused.error.code, refused.error.details]).toEqual([
      409,
      'CONFLICT',
      { clients: ['Acme Sync'] },
    ]);
    expect(refused.error.message).toContain('The team owns clients: Acme Sync.');
    await service.stores.clients.records.remove(clientId, idOf(owner), ACTOR);
    expect((await caller.call('DELETE', `/v2/teams/${id}`)).status).toBe(200);
  });
});

describe('the transfer of a client', () => {
  const tellsOfIt = (mails: readonly { readonly subject: string }[]): boolean =>
    mails.some(({ subject }) => subject === 'Acme Sync has another owner');
  const give = async (who: Visitor, clientId: string, teamId?: number): Promise<Page> => {
    const form = await who.browser.get(`${pathOf(clientId)}/transfers/new`);
    return who.browser.submit(form, teamId === undefined ? {} : { team: String(teamId) });
  };

  test('moves it from a user to their team and back to an owner of the team, with a mail each time', async () => {
    const giver = await visit(service, await service.user('Gina Giver'));
    const client = await service.client({}, { ownerId: idOf(giver) });
    const path = pathOf(client.clientId);
    expect((await giver.browser.get(`${path}/transfers/new`)).status).toBe(404);
    const { id } = await team('Shared');
    const terms = {
      accountId: idOf(giver),
      role: 'admin' as const,
      accepted: true,
      disableImpersonation: false,
    };
    const added = await service.stores.teams.memberships.add(id, idOf(owner), terms, ACTOR);
    if (typeof added === 'object')
      await service.stores.teams.ownMemberships.agree(idOf(giver), added.id, ACTOR);
    expect(mainText(await giver.browser.get(path))).toContain('Transfer to a team…');
    const given = await give(giver, client.clientId, id);
    expect(mainText(given)).toContain('was transferred.');
    await until(async () => tellsOfIt(await mailsTo(service, giver.user.email)));
    expect((await admin.browser.get(path)).status).toBe(200);
    expect((await admin.browser.get(`${path}/transfers/new`)).status).toBe(404);
    expect(mainText(await owner.browser.get(path))).toContain('Transfer to you…');
    await give(owner, client.clientId);
    expect(await service.stores.clients.clients.find(client.clientId)).toMatchObject({
      ownerId: idOf(owner),
    });
    expect((await giver.browser.get(path)).status).toBe(404);
  });

  test('asks for a team when none is chosen, and refuses a team of other users', async () => {
    await team('One');
    const client = await service.client({}, { ownerId: idOf(owner) });
    const none = await give(owner, client.clientId);
    expect([none.status, none.root.querySelector('#team-fault')?.text.trim()]).toEqual([
      422,
      'Choose one of the teams.',
    ]);
    expect((await give(owner, client.clientId, 999_999)).status).toBe(422);
    expect((await service.stores.clients.clients.find(client.clientId))?.teamId).toBeUndefined();
  });
});
