import { createBrowser } from '../../support/browser.js';
import { authorize, exchange, me, refresh, tokensFor, visit } from '../../support/oauth.js';
import { useService } from '../../support/service.js';

const service = useService();

async function signedIn(user: { readonly email: string; readonly password: string }) {
  const browser = createBrowser(service.url);
  const page = await browser.signIn(user, await browser.get('/settings/apps'));
  return { browser, page };
}

describe('connected applications', () => {
  test('redirect visitors to the sign-in page', async () => {
    expect((await createBrowser(service.url).get('/settings/apps')).url).toContain(
      '/sign-in?return_to=%2Fsettings%2Fapps',
    );
  });

  test('explain why the list is empty', async () => {
    const { page } = await signedIn(await service.user());
    expect([page.status, page.root.querySelector('h2')?.text]).toEqual([
      200,
      'No application can use your account',
    ]);
  });

  test('show the permissions of each installation as sentences', async () => {
    const [client, user] = [await service.client({ name: 'Acme Sync' }), await service.user()];
    await tokensFor(service, client, await visit(service, user), { scope: 'PROFILE_READ BOOKING_WRITE' });
    const { page } = await signedIn(user);
    const text = page.root.querySelector('main')?.text;
    expect(text).toContain('Acme Sync');
    expect(text).toContain('See your profile');
    expect(text).toContain('Confirm, decline, reassign and change your bookings');
    expect(text).not.toContain('See your bookings');
  });

  test('list an authorization whose code waits as not connected yet, until it is', async () => {
    const [client, user] = [await service.client({ name: 'Acme Waiting' }), await service.user()];
    const { browser, code } = await authorize(service, client, user, {
      params: { scope: 'PROFILE_READ BOOKING_READ' },
    });
    const waiting = (await browser.get('/settings/apps')).root;
    const card = waiting.querySelector('.cards > li')?.text;
    for (const text of [
      'Acme Waiting',
      'Not connected yet',
      'has not collected its access',
      'See your profile',
    ])
      expect(card).toContain(text);
    for (const text of ['Last active', 'Limit Acme']) expect(card).not.toContain(text);
    expect((await exchange(service, client, code)).status).toBe(200);
    const connected = (await browser.get('/settings/apps')).root.querySelector('.cards > li')?.text;
    expect(connected).not.toContain('Not connected yet');
    for (const text of ['Last active', 'Limit Acme']) expect(connected).toContain(text);
  });

  test.each(['one', 'all'])('whose code waits lose it when %s is removed', async (which) => {
    const [client, user] = [await service.client(), await service.user()];
    const visitor = await visit(service, user);
    const tokens = await tokensFor(service, client, visitor);
    const { code } = await authorize(service, client, user, { browser: visitor.browser });
    const page = await visitor.browser.get('/settings/apps');
    const installation = which === 'all' ? 'all' : code.slice(4, 26);
    await visitor.browser.submit(page, { installation });
    expect(await exchange(service, client, code)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
    expect((await me(service, tokens.access_token)).status).toBe(which === 'all' ? 401 : 200);
    const ends = (await service.stores.events.audit.list(undefined, 1000)).filter(
      ({ action, subject }) => action === 'grant.revoked' && subject === `family:${code.slice(4, 26)}`,
    );
    expect(ends).toMatchObject([{ actor: `account:${user.account.id}`, facts: { endedBy: 'person' } }]);
  });

  test('are grouped by application, with its website, its developer and where each was allowed', async () => {
    const ownerId = (await service.user('Grace Hopper')).account.id;
    const about = { name: 'Beta Board', website: 'https://beta.example/start' };
    const [client, user] = [await service.client(about, { ownerId }), await service.user()];
    const visitor = await visit(service, user);
    const first = await tokensFor(service, client, visitor);
    for (let more = 1; more <= 3; more += 1) await tokensFor(service, client, visitor);
    await refresh(service, client, first.refresh_token);
    const page = await visitor.browser.get('/settings/apps');
    const [card, ...others] = page.root.querySelectorAll('.cards > li');
    expect([card?.querySelector('h2')?.text, others]).toEqual(['Beta Board', []]);
    const text = card?.structuredText.replaceAll(/\s+/g, ' ');
    expect(text).toContain('beta.example · Developed by Grace Hopper');
    expect(text).toContain('4 installations, each with access of its own');
    expect(text).toMatch(
      /Allowed just now, Unknown browser, from [\d.:a-f]+ .*Last active just now, from [\d.:a-f]+ /,
    );
    const folded = card?.querySelectorAll('details.folded button[name=installation]');
    expect(folded?.map((button) => button.getAttribute('value'))).toEqual([first.access_token.slice(4, 26)]);
    const labels = card?.querySelectorAll('button').map((button) => button.getAttribute('aria-label'));
    for (const label of labels ?? []) expect(label).toMatch(/^Remove Beta Board, allowed .+ from /);
  });

  test('that lose their last installation are named', async () => {
    const [client, user] = [await service.client({ name: 'Beta Board' }), await service.user()];
    const visitor = await visit(service, user);
    const tokens = await tokensFor(service, client, visitor);
    const page = await visitor.browser.get('/settings/apps');
    const after = await visitor.browser.submit(page, { installation: tokens.access_token.slice(4, 26) });
    expect(after.root.querySelector('.notice')?.text).toContain(
      '\u2068Beta Board\u2069 no longer has access.',
    );
    const again = await visitor.browser.get('/settings/apps');
    expect([again.status, again.root.querySelector('.notice')]).toEqual([200, null]);
  });

  test('lose access at once when removed, and others keep theirs', async () => {
    const [client, user] = [await service.client(), await service.user()];
    const visitor = await visit(service, user);
    const [removed, kept] = [
      await tokensFor(service, client, visitor),
      await tokensFor(service, client, visitor),
    ];
    const { browser, page } = await signedIn(user);
    const buttons = page.root.querySelectorAll('button[name=installation]');
    const ids = buttons.map((button) => button.getAttribute('value')).filter((id) => id !== 'all');
    expect(ids).toHaveLength(2);
    const after = await browser.submit(page, { installation: removed.access_token.slice(4, 26) });
    expect(after.root.text).toContain('That installation of \u2068Acme Sync\u2069 no longer has access.');
    expect((await me(service, removed.access_token)).status).toBe(401);
    expect((await refresh(service, client, removed.refresh_token)).body.error).toBe('invalid_grant');
    expect((await me(service, kept.access_token)).status).toBe(200);
    expect((await browser.get('/')).root.text).toContain('Connected applications');
  });

  test('are removed together', async () => {
    const [client, user] = [await service.client(), await service.user()];
    const visitor = await visit(service, user);
    const both = [await tokensFor(service, client, visitor), await tokensFor(service, client, visitor)];
    const { browser, page } = await signedIn(user);
    const after = await browser.submit(page, { installation: 'all' });
    expect(after.root.text).toContain('All applications were removed');
    expect(
      await Promise.all(both.map(async (tokens) => (await me(service, tokens.access_token)).status)),
    ).toEqual([401, 401]);
  });

  test('of another user are not found and not changed', async () => {
    const [client, user, nonMember] = [await service.client(), await service.user(), await service.user()];
    const tokens = await tokensFor(service, client, await visit(service, user));
    await tokensFor(service, client, await visit(service, nonMember));
    const { browser, page } = await signedIn(nonMember);
    const answer = await browser.submit(page, { installation: tokens.access_token.slice(4, 26) });
    expect(answer.root.text).toContain('This application has no access any more.');
    expect((await me(service, tokens.access_token)).status).toBe(200);
  });

  test('are recorded in the audit log when removed', async () => {
    const [client, user] = [await service.client(), await service.user()];
    const { code } = await authorize(service, client, user);
    await exchange(service, client, code);
    const { browser, page } = await signedIn(user);
    await browser.submit(page, { installation: 'all' });
    const entries = await service.stores.events.audit.list(undefined, 1000);
    expect(
      entries.filter(
        ({ action, actor }) => action === 'grant.revoked' && actor === `account:${user.account.id}`,
      ),
    ).toHaveLength(1);
  });
});
