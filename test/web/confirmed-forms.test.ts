/* Forms that ask first: what the question says, and that nothing is done before it is answered. */
import { CERTAIN } from '../../views/parts/confirmation.js';
import { formOf, mainText } from '../clients/forms.js';
import { memberFixture } from '../scheduling/member-fixture.js';
import { createAuthenticator } from '../support/authenticator.js';
import type { Browser, Page } from '../support/browser.js';
import { me, tokensFor, visit } from '../support/oauth.js';
import { addPasskey, SECURITY } from '../support/passkeys.js';
import { useService } from '../support/service.js';

const ACTOR = { actor: 'test' };
const MINUTE = 60_000;

let ahead = 0;
const service = useService({ clock: () => Date.now() + ahead });
afterEach(() => {
  ahead = 0;
});

const titleOf = (page: Page): string => page.root.querySelector('h1')?.text.replaceAll(/[⁨⁩]/g, '') ?? '';
const consequenceOf = (page: Page): string =>
  page.root.querySelector('.notice')?.text.replaceAll(/[⁨⁩]/g, '') ?? '';
const cancelOf = (page: Page): string | undefined =>
  page.root.querySelector('main .actions a')?.getAttribute('href');
const confirm = (browser: Browser, question: Page): Promise<Page> => browser.ask(question, {}, CERTAIN.value);

test('every question that is requested by GET leads back to where it was asked', async () => {
  const { browser } = await visit(service);
  const confirmed = service.pages.filter((page) => 'confirm' in page);
  expect(confirmed.map(({ path }) => path)).toHaveLength(25);
  for (const { path, who } of confirmed.filter((page) => page.who === 'user')) {
    const address = path.replaceAll(/:\w+/g, '999');
    const response = await browser.raw(address);
    const to = response.headers.get('location') ?? '';
    expect([who, path, response.status, address.startsWith(to)]).toEqual(['user', path, 303, true]);
  }
});

describe('applications', () => {
  test('are removed one by one, and others of the same client are named', async () => {
    const client = await service.client({ name: 'Acme Sync' });
    const visitor = await visit(service);
    const [removed, kept] = [
      await tokensFor(service, client, visitor),
      await tokensFor(service, client, visitor),
    ];
    const page = await visitor.browser.get('/settings/apps');
    const installation = removed.access_token.slice(4, 26);
    const question = await visitor.browser.ask(page, { installation });
    expect([question.status, titleOf(question)]).toEqual([200, 'Remove Acme Sync?']);
    expect(consequenceOf(question)).toContain('1 other installation of it keeps access.');
    expect(cancelOf(question)).toBe('/settings/apps');
    expect((await me(service, removed.access_token)).status).toBe(200);
    const after = await confirm(visitor.browser, question);
    expect(mainText(after)).toContain(
      'That installation of \u2068Acme Sync\u2069 no longer has access. 1 other installation of it keeps access.',
    );
    expect((await me(service, removed.access_token)).status).toBe(401);
    expect((await me(service, kept.access_token)).status).toBe(200);
  });

  test('are counted and named before all are removed', async () => {
    const visitor = await visit(service);
    const names = ['Acme Sync', 'Beta Board'];
    const tokens = [];
    for (const name of names) tokens.push(await tokensFor(service, await service.client({ name }), visitor));
    const page = await visitor.browser.get('/settings/apps');
    const question = await visitor.browser.ask(page, { installation: 'all' });
    expect(titleOf(question)).toBe('Remove all 2 applications?');
    for (const name of names) expect(consequenceOf(question)).toContain(name);
    for (const { access_token } of tokens) expect((await me(service, access_token)).status).toBe(200);
    await confirm(visitor.browser, question);
    for (const { access_token } of tokens) expect((await me(service, access_token)).status).toBe(401);
    expect(mainText(await confirm(visitor.browser, question))).toContain('were removed');
  });
});

test('leaving an organization names its teams, which are left too', async () => {
  const groups = memberFixture(service);
  const [olga, max] = [await visit(service), await visit(service)];
  const [owner, member] = [olga.user.account.id, max.user.account.id];
  const id = await groups.organization(owner, 'Harbour Clinic');
  await groups.join(id, owner, member);
  await groups.join(await groups.team(owner, id, 'Front desk'), owner, member);
  const { ownMemberships } = service.stores.teams;
  const membership = (await ownMemberships.list(member)).find(({ groupId }) => groupId === id);
  const page = await max.browser.get('/settings/teams');
  const question = await max.browser.ask(page, { membership: String(membership?.id) });
  expect(titleOf(question)).toBe('Leave Harbour Clinic?');
  expect(consequenceOf(question)).toContain('You also leave 1 team of it: Front desk.');
  expect(await ownMemberships.list(member)).toHaveLength(2);
  expect(mainText(await confirm(max.browser, question))).toContain('You have left');
  expect(await ownMemberships.list(member)).toEqual([]);
});

test('an application is revoked for a number of members of an organization', async () => {
  const groups = memberFixture(service);
  const [olga, max] = [await visit(service), await visit(service)];
  const owner = olga.user.account.id;
  const id = await groups.organization(owner, 'Harbour Clinic');
  await groups.join(id, owner, max.user.account.id);
  const client = await service.client({ name: 'Acme Sync', scopes: ['ORG_PROFILE_READ'] });
  const tokens = [];
  for (const visitor of [max, max, olga])
    tokens.push(await tokensFor(service, client, visitor, { scope: 'ORG_PROFILE_READ' }));
  const path = `/settings/organizations/${id}/apps`;
  const form = formOf(await olga.browser.get(path), '/removals');
  const question = await olga.browser.ask(form, {}, client.clientId);
  expect(titleOf(question)).toBe('Revoke Acme Sync for all members of Harbour Clinic?');
  expect(consequenceOf(question)).toContain('3 grants of 2 members are revoked.');
  expect(cancelOf(question)).toBe(path);
  await confirm(olga.browser, question);
  for (const { access_token } of tokens) expect((await me(service, access_token)).status).toBe(401);
});

test('a client secret is removed after the question, which says whether it is in use', async () => {
  const { browser, user } = await visit(service);
  const { clientId } = await service.client({ name: 'Acme Sync' }, { ownerId: user.account.id });
  const path = `/settings/developer/clients/${clientId}`;
  await browser.submit(formOf(await browser.get(path), '/secrets'), {});
  const secrets = async () => (await service.stores.clients.clients.find(clientId))?.secrets ?? [];
  const question = await browser.ask(formOf(await browser.get(path), '/removal'), {});
  const hint = (await secrets())[0]?.hint ?? '';
  expect(titleOf(question)).toBe(`Remove the secret of Acme Sync ending in ${hint}?`);
  expect(consequenceOf(question)).toContain('It was never used.');
  expect([cancelOf(question), (await secrets()).length]).toEqual([path, 2]);
  expect(mainText(await confirm(browser, question))).toContain('was removed. Requests with it fail');
  expect(await secrets()).toHaveLength(1);
});

describe('a suspension', () => {
  test('is asked about with the reason held, and a reason that is too long is refused first', async () => {
    const { clientId } = await service.client({ name: 'Acme Sync' });
    const { browser, user } = await visit(service);
    await service.stores.accounts.accounts.setAdmin(user.account.id, true, ACTOR);
    const page = formOf(await browser.get(`/admin/clients/${clientId}`), '/suspension');
    expect((await browser.ask(page, { reason: 'a'.repeat(1001) })).status).toBe(422);
    const question = await browser.ask(page, { reason: 'It sends spam.' });
    expect(titleOf(question)).toBe('Suspend Acme Sync?');
    expect(consequenceOf(question)).toContain('It made 0 token requests in the last 7 days.');
    const status = async () => (await service.stores.clients.clients.find(clientId))?.status;
    expect(await status()).toBe('approved');
    expect(mainText(await confirm(browser, question))).toContain('It sends spam.');
    expect(await status()).toBe('suspended');
  });
});

describe('a passkey', () => {
  test('is removed after the question and then a recent sign-in; no password is held', async () => {
    const { browser, user } = await visit(service);
    const authenticator = createAuthenticator(service.url);
    const form = formOf(await addPasskey(browser, authenticator), '/passkeys/removal');
    ahead = 11 * MINUTE;
    const secret = 'not to be held';
    const fields = { passkey: authenticator.credentialId(), confirm_password: secret, password: secret };
    const question = await browser.ask(form, fields);
    expect(titleOf(question)).toBe('Remove the passkey Phone?');
    expect(consequenceOf(question)).toContain('It is your only passkey');
    expect([cancelOf(question), question.html.includes(secret)]).toEqual([SECURITY, false]);
    const proof = await confirm(browser, question);
    expect([proof.status, titleOf(proof)]).toEqual([401, 'Confirm it is you']);
    const done = await browser.ask(proof, { confirm_password: user.password });
    expect(mainText(done)).toContain('It no longer signs you in.');
  });

  test('of a user who is signed out meanwhile is asked about after the sign-in', async () => {
    const { browser, user } = await visit(service);
    const authenticator = createAuthenticator(service.url);
    const form = formOf(await addPasskey(browser, authenticator), '/passkeys/removal');
    const signOut = await browser.get('/sign-out');
    await browser.submit(signOut, {});
    const proof = await browser.ask(form, { passkey: authenticator.credentialId() });
    const question = await browser.ask(proof, { confirm_password: user.password });
    expect(question.html.includes(user.password)).toBe(false);
    expect(mainText(await confirm(browser, question))).toContain('It no longer signs you in.');
  });
});
