/* The data of an account as a file, and its deletion: what is said before, what ends at once, what is erased later. */
import { createBrowser, type Browser } from '../../support/browser.js';
import { introspect, me, tokensFor, visit } from '../../support/oauth.js';
import { until } from '../../support/until.js';
import type { Service } from '../../support/service.js';
import { formOf, mainText } from '../../clients/forms.js';
import { mailsTo } from '../../delivery/mail-outbox.js';
import { ahead, type Fixture, openFixture } from '../../scheduling/bookings/booking-fixture.js';
import { addMember } from '../../scheduling/team-fixture.js';
import { callerFor } from '../../scheduling/caller.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const DELETION = '/settings/account/deletion';
const ACTOR = { actor: 'test' };

let fixture: Fixture;
let service: Service;
beforeEach(async () => {
  fixture = await openFixture();
  ({ service } = fixture);
});
afterEach(() => fixture.close());

const confirm = async (browser: Browser, email: string) =>
  browser.submit(formOf(await browser.get(DELETION), '/deletion'), { confirmation: email });

const team = (ownerId: number, slug: string) =>
  service.stores.teams.teams.create(
    ownerId,
    {
      organizationId: undefined,
      name: `The ${slug} team`,
      slugs: [slug],
      settings: {},
      accepted: true,
      most: 9,
    },
    ACTOR,
  );
const idOf = (made: unknown): number => (made as { readonly id: number }).id;

/** A host with an event type for bookings of their own. */
async function newHost(name: string) {
  const visitor = await visit(service, await service.user(name));
  const { id } = visitor.user.account;
  const caller = await callerFor(service, ['EVENT_TYPE_WRITE'], visitor.user);
  const terms = { title: 'Call', slug: 'call', lengthInMinutes: 30 };
  const { data } = await caller.call<{ id: number }>('POST', '/v2/event-types', terms);
  const book = (days: number) =>
    fixture.post('/v2/bookings', {
      ...{ eventTypeId: data.id, start: ahead(days, '10:00') },
      attendee: { name: 'Grace Hopper', email: `grace-${id}@example.net`, timeZone: 'UTC' },
    });
  return { ...visitor, id, book, attendee: `grace-${id}@example.net` };
}

/** Every row of every table, as text. Not the files: a database keeps old versions of rows for a while. */
async function storedRows(): Promise<string> {
  const { db } = service.backend;
  const tables = db('information_schema.tables').where({ table_schema: 'public' });
  const texts: string[] = [];
  for (const { table_name: table } of await tables.select<{ table_name: string }[]>('table_name')) {
    const { rows } = await db.raw<{ rows: { row: string }[] }>('select cast(t as text) as row from ?? t', [
      table,
    ]);
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

/** The next Wednesday that is at least a week away: within the hours of every new account. */
function wednesday(): number {
  for (let days = 7; ; days += 1) if (new Date(Date.now() + days * DAY).getUTCDay() === 3) return days;
}

test('the data is one file with everything but credentials, after a recent sign-in', async () => {
  const { browser, user, book, attendee } = await newHost('Ada Byron');
  const client = await service.client({ name: 'Acme Sync' });
  const tokens = await tokensFor(service, client, { browser, user });
  await book(wednesday());
  fixture.pass(11 * MINUTE);
  const page = await browser.get('/settings/account');
  const asked = await browser.submit(formOf(page, '/export'), {});
  expect(asked.status).toBe(401);
  const file = await browser.submit(asked, { confirm_password: user.password });
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="account-\d+\.json"$/);
  const data = JSON.parse(file.html) as Record<string, readonly Record<string, unknown>[]>;
  expect(data).toMatchObject({
    account: [{ email: user.email, name: 'Ada Byron' }],
    eventTypes: [{ title: 'Call', slug: 'call' }],
    hostedBookings: [{ attendees: [{ email: attendee }] }],
    sessions: [{ clientIp: expect.any(String) as string }],
  });
  expect(data['applications']).toContainEqual(expect.objectContaining({ client: 'Acme Sync' }));
  expect(data['auditLog']?.map(({ action }) => action)).toContain('account.created');
  for (const secret of [tokens.access_token, tokens.refresh_token, '$argon2id$'])
    expect(file.html).not.toContain(secret);
});

test('deletion says before what it changes, and is confirmed by typing the address after a recent sign-in', async () => {
  const { browser, user, book, id } = await newHost('Ada Byron');
  await tokensFor(service, await service.client(), { browser, user });
  await book(wednesday());
  await team(id, 'lonely');
  const page = await browser.get(DELETION);
  const text = mainText(page);
  for (const sentence of [
    '1 upcoming booking with you alone is cancelled',
    'The lonely team',
    '1 event type',
  ])
    expect(text).toContain(sentence);
  const refused = await confirm(browser, 'someone@example.com');
  expect([refused.status, mainText(refused)]).toEqual([422, expect.stringContaining('not your address')]);
  expect((await browser.get('/settings/security')).url).toContain('/settings/security');
  fixture.pass(11 * MINUTE);
  expect((await confirm(browser, user.email)).status).toBe(401);
});

test('what others need is settled first: clients, teams with members, organizations', async () => {
  const { browser, user, id } = await newHost('Ada Byron');
  const other = await newHost('Ben Franklin');
  const client = await service.client({ name: 'Acme Sync' }, { ownerId: id });
  const teamId = idOf(await team(id, 'busy'));
  await addMember(service, teamId, id, other.id);
  const { teams } = service.stores.teams;
  await teams.createOrganization(id, { name: 'Harbour', slug: 'harbour' }, ACTOR);
  const page = await browser.get(DELETION);
  for (const name of ['Acme Sync', 'The busy team', 'Harbour']) expect(mainText(page)).toContain(name);
  expect(page.root.querySelector('form[action$="/deletion"]')).toBeNull();
  // A form that was shown before they were there.
  const form = formOf(await other.browser.get(DELETION), '/deletion');
  const late = await service.client({ name: 'Late' }, { ownerId: other.id });
  const blocked = await other.browser.submit(form, { confirmation: other.user.email });
  expect([blocked.status, mainText(blocked)]).toEqual([409, expect.stringContaining('Late')]);
  expect(late.clientId).not.toBe(client.clientId);
  expect((await service.stores.accounts.accounts.findByEmail(user.email))?.disabledAt).toBeUndefined();
});

test('deletion ends all access at once and cancels bookings with mails; a day later nothing names the person', async () => {
  const { browser, user, book, id, attendee } = await newHost('Zenobia Quill');
  const client = await service.client();
  const { access_token: token } = await tokensFor(service, client, { browser, user });
  const elsewhere = createBrowser(service.url);
  await elsewhere.signIn(user);
  const teamId = idOf(await team(id, 'lonely'));
  const { data: booking } = await book(wednesday());
  const after = await confirm(browser, user.email);
  expect(mainText(after)).toContain('Your account is deleted.');
  expect((await elsewhere.get('/settings/security')).url).toContain('/sign-in');
  await until(async () => (await me(service, token)).status === 401);
  expect((await createBrowser(service.url).signIn(user)).url).toContain('/sign-in');
  await service.idle();
  expect((await introspect(service, client, token)).body).toEqual({ active: false });
  const cancelled = (await mailsTo(service, attendee))[0];
  expect(cancelled?.subject).toMatch(/cancelled/i);
  expect(cancelled?.text).toContain('Zenobia Quill');
  expect((await mailsTo(service, user.email)).map(({ subject }) => subject)).toContain(
    'Your Slotkey account is deleted',
  );
  expect(await service.stores.teams.teams.find({ teamId })).toBeUndefined();
  // The address is free.
  const again = { name: 'Zenobia Again', email: user.email, passwordHash: '$none' };
  expect(await service.stores.accounts.accounts.create(again, ACTOR)).not.toBe('email_taken');
  fixture.pass(DAY + MINUTE);
  await service.idle();
  const rows = await storedRows();
  const found = ['Deleted account', 'Zenobia Quill'].filter((name) => rows.includes(name));
  expect(found).toEqual(['Deleted account']);
  const { events, accounts } = service.stores;
  const entries = await events.audit.read({
    ...{ filter: { subject: `account:${id}` }, order: 'oldest', limit: 100 },
  });
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['account.created', 'grant.allowed', 'account.deleted', 'account.erased']),
  );
  expect(JSON.stringify(entries)).not.toContain(user.account.username);
  expect(JSON.stringify(entries)).not.toContain('Unknown browser');
  expect(await accounts.accounts.setDisabled(id, false, ACTOR)).toMatchObject({ username: `deleted-${id}` });
  expect((await accounts.accounts.findById(id))?.disabledAt).toBeInstanceOf(Date);
  expect(booking.uid).toEqual(expect.any(String));
});

test('a booking with other hosts goes on without the one who deletes their account', async () => {
  const [one, other] = [await newHost('Ada Byron'), await newHost('Ben Franklin')];
  const teamId = idOf(await team(one.id, 'pair'));
  await addMember(service, teamId, one.id, other.id);
  const caller = await callerFor(service, ['TEAM_EVENT_TYPE_WRITE'], one.user);
  const terms = { title: 'Both', slug: 'both', lengthInMinutes: 30, schedulingType: 'collective' };
  const hosts = [{ userId: one.id }, { userId: other.id }];
  const made = await caller.call<{ id: number }>('POST', `/v2/teams/${teamId}/event-types`, {
    ...terms,
    hosts,
  });
  const attendee = { name: 'Grace', email: 'grace@example.net', timeZone: 'UTC' };
  const start = ahead(wednesday(), '11:00');
  const { data } = await fixture.post('/v2/bookings', { eventTypeId: made.data.id, start, attendee });
  expect(mainText(await other.browser.get(DELETION))).toContain(
    '1 upcoming booking with other hosts goes on',
  );
  await confirm(other.browser, other.user.email);
  await service.idle();
  const hosting = service.backend.db('booking_host').join('booking', 'booking.id', 'booking_id');
  const left: unknown = await hosting.where({ uid: data.uid }).select('account_id', 'booking.status');
  expect(left).toEqual([{ account_id: one.id, status: 'accepted' }]);
});

test('a client, a membership or a booking that races with the deletion is refused or goes with it', async () => {
  const { browser, user, id, book } = await newHost('Ada Byron');
  const owner = await newHost('Ben Franklin');
  const teamId = idOf(await team(owner.id, 'racing'));
  const days = wednesday();
  const form = formOf(await browser.get(DELETION), '/deletion');
  const [deleted] = await Promise.all([
    browser.submit(form, { confirmation: user.email }),
    service.client({ name: 'Racing' }, { ownerId: id }).catch(() => undefined),
    addMember(service, teamId, owner.id, id).catch(() => undefined),
    book(days),
  ]);
  await service.idle();
  const client = (await service.stores.clients.clients.list()).find(({ name }) => name === 'Racing');
  const account = await service.stores.accounts.accounts.findById(id);
  if (client === undefined) expect(mainText(deleted)).toContain('Your account is deleted.');
  else expect(account?.disabledAt).toBeUndefined();
  if (account?.disabledAt === undefined) return;
  expect(await service.stores.teams.ownMemberships.list(id)).toEqual([]);
  expect(await service.stores.accounts.deletions.upcoming(id, new Date())).toEqual([]);
});
