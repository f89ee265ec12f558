/* docs/contract.md sections 3 and 4: who may use a client, from the first request to the living token. */
import { changeStatus } from '../../src/clients/review/review.js';
import type { Verdict } from '../../src/clients/status.js';
import { createBrowser } from '../support/browser.js';
import type { Page } from '../support/browser.js';
import {
  authorizeUrl,
  basic,
  codeFor,
  exchange,
  introspect,
  me,
  postForm,
  refresh,
  revoke,
  tokensFor,
  tokenUrl,
  visit,
} from '../support/oauth.js';
import type { Answer, Visitor } from '../support/oauth.js';
import { type Replica, type TestClient, useService } from '../support/service.js';

const service = useService();
let replica: Replica;
let visitor: Visitor;
beforeAll(async () => {
  replica = await service.replica();
  visitor = await visit(service);
});

const ACTOR = { actor: 'test' };
const decide = (client: TestClient, verdict: Verdict) =>
  changeStatus(
    service.stores.clients.clients,
    client.clientId,
    { verdict, reason: 'because of a test' },
    ACTOR,
  );

function expectStopped(page: Page, message: RegExp): void {
  expect(page.status).toBe(400);
  expect(page.headers.get('location')).toBeNull();
  expect(page.left).toBeUndefined();
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(page.root.querySelector('h1')?.text).toMatch(message);
}

const isConsent = (page: Page): boolean => page.root.querySelector('button[value=allow]') !== null;

/** docs/contract.md section 3: within one second. */
async function within1s(condition: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 1000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('it took longer than a second');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const refusalOf = ({ status, body }: Answer<object>): unknown[] => [
  status,
  ...['error', 'error_description'].map((name) => (body as Readonly<Record<string, unknown>>)[name]),
];

const isDead = async (at: { url: string }, token: string): Promise<boolean> =>
  (await me(at, token)).status === 401;

describe('a rejected client', () => {
  test('ends on an error page for every user, and is not redirected even with prompt=none', async () => {
    const client = await service.client({}, { approved: false });
    await decide(client, 'reject');
    for (const browser of [visitor.browser, createBrowser(service.url)]) {
      expectStopped(await browser.get(authorizeUrl(service, client)), /not approved/);
      expectStopped(await browser.get(authorizeUrl(service, client, { prompt: 'none' })), /not approved/);
      expectStopped(await browser.get(authorizeUrl(service, client, { scope: 'NOPE' })), /not approved/);
    }
  });

  test('is refused for its owner too', async () => {
    const client = await service.client({}, { approved: false, ownerId: visitor.user.account.id });
    await decide(client, 'reject');
    expectStopped(await visitor.browser.get(authorizeUrl(service, client)), /not approved/);
  });
});

describe('a suspended client', () => {
  test('ends on an error page and works again once resumed', async () => {
    const client = await service.client();
    await decide(client, 'suspend');
    expectStopped(await visitor.browser.get(authorizeUrl(service, client)), /suspended/);
    await decide(client, 'resume');
    expect(isConsent(await visitor.browser.get(authorizeUrl(service, client)))).toBe(true);
  });

  test('between the consent page and Allow ends on an error page', async () => {
    const client = await service.client();
    const consent = await visitor.browser.get(authorizeUrl(service, client));
    await decide(client, 'suspend');
    expectStopped(await visitor.browser.submit(consent, {}, 'allow'), /suspended/);
  });

  test('between Allow and the redirect ends on an error page', async () => {
    const client = await service.client();
    const consent = await visitor.browser.get(authorizeUrl(service, client));
    const csrf = consent.root.querySelector('input[name=csrf]')?.getAttribute('value') ?? '';
    const body = new URLSearchParams({ csrf, decision: 'allow', scope: 'PROFILE_READ' });
    const allowed = await visitor.browser.raw(consent.url, { method: 'POST', body });
    expect(allowed.status).toBe(303);
    await decide(client, 'suspend');
    expectStopped(await visitor.browser.get(allowed.headers.get('location') ?? ''), /suspended/);
  });

  test('gets 401 invalid_client at every endpoint, and its code is not used up', async () => {
    const client = await service.client();
    const tokens = await tokensFor(service, client, visitor);
    const code = await codeFor(service, client, visitor);
    await decide(client, 'suspend');
    for (const answer of [
      await exchange(service, client, code),
      await refresh(service, client, tokens.refresh_token),
      await revoke(service, client, tokens.access_token),
      await introspect(service, client, tokens.access_token),
    ]) {
      expect(refusalOf(answer)).toEqual([
        401,
        'invalid_client',
        'the client is suspended: see the reason in its developer settings',
      ]);
    }
    await decide(client, 'resume');
    expect((await exchange(service, client, code)).status).toBe(200);
    expect((await refresh(service, client, tokens.refresh_token)).status).toBe(200);
  });

  test('gets its status only with its secret; without it the response is like that of any client', async () => {
    const [client, native] = [await service.client(), await service.client({ kind: 'public' })];
    const wrong = { client_secret: 'sk_x' };
    const before = await refresh(service, client, 'x', wrong);
    const header = basic(client.clientId, client.clientSecret ?? '');
    for (const stopped of [client, native]) await decide(stopped, 'suspend');
    const fields = { grant_type: 'refresh_token', refresh_token: 'x' };
    const known = await postForm(tokenUrl(service), fields, header);
    expect(refusalOf(known)).toEqual([401, 'invalid_client', expect.stringContaining('suspended')]);
    expect(known.headers.get('www-authenticate')).toMatch(/^Basic realm="/);
    for (const nonMember of [
      await refresh(service, client, 'x', wrong),
      await refresh(service, client, 'x', { client_secret: undefined }),
      await refresh(service, native, 'x'),
    ])
      expect(refusalOf(nonMember)).toEqual(refusalOf(before));
  });

  test('has no valid tokens a second later on any replica, and has them again once resumed', async () => {
    const client = await service.client();
    const { access_token: token } = await tokensFor(service, client, visitor);
    expect((await me(replica, token)).status).toBe(200);
    await decide(client, 'suspend');
    await Promise.all([within1s(() => isDead(service, token)), within1s(() => isDead(replica, token))]);
    await decide(client, 'resume');
    await within1s(async () => !(await isDead(replica, token)));
  });
});

describe('a pending client', () => {
  test('asks for sign-in first, ends on an error page for other users, and never redirects', async () => {
    const client = await service.client({}, { approved: false });
    const page = await createBrowser(service.url).get(authorizeUrl(service, client));
    expect(new URL(page.url).pathname).toBe('/sign-in');
    expectStopped(await visitor.browser.get(authorizeUrl(service, client)), /not reviewed/);
    expectStopped(
      await visitor.browser.get(authorizeUrl(service, client, { prompt: 'none' })),
      /not reviewed/,
    );
  });

  test('is login_required with prompt=none without a signed-in user', async () => {
    const client = await service.client({}, { approved: false });
    const page = await createBrowser(service.url).get(authorizeUrl(service, client, { prompt: 'none' }));
    expect(page.left?.searchParams.get('error')).toBe('login_required');
  });

  test('ends on an error page for another user who signs in during the request', async () => {
    const client = await service.client({}, { approved: false });
    const browser = createBrowser(service.url);
    const signIn = await browser.get(authorizeUrl(service, client));
    expectStopped(await browser.signIn(await service.user(), signIn), /not reviewed/);
  });

  test('works for its owner, from consent to refresh', async () => {
    const client = await service.client({}, { approved: false, ownerId: visitor.user.account.id });
    const page = await visitor.browser.get(authorizeUrl(service, client));
    expect(page.root.text).toContain('Not reviewed yet');
    const tokens = await tokensFor(service, client, visitor);
    expect((await me(service, tokens.access_token)).status).toBe(200);
    expect((await refresh(service, client, tokens.refresh_token)).status).toBe(200);
  });

  test('works for a tester until the owner removes them; then every token is invalid within a second', async () => {
    const owner = await service.user();
    const client = await service.client({}, { approved: false, ownerId: owner.account.id });
    const [id, ownerId, accountId] = [client.clientId, owner.account.id, visitor.user.account.id];
    const { records } = service.stores.clients;
    await records.addTester(id, ownerId, { accountId, most: 20 }, ACTOR);
    expectStopped(await visitor.browser.get(authorizeUrl(service, client)), /not reviewed/);
    await records.acceptInvitation(id, accountId, ACTOR);
    const tokens = await tokensFor(service, client, visitor);
    const code = await codeFor(service, client, visitor);
    await within1s(async () => !(await isDead(replica, tokens.access_token)));

    await records.removeTester(id, ownerId, accountId, ACTOR);
    await within1s(() => isDead(replica, tokens.access_token));
    expectStopped(await visitor.browser.get(authorizeUrl(service, client)), /not reviewed/);
    expect((await introspect(service, client, tokens.access_token)).body).toEqual({ active: false });
    expect((await refresh(service, client, tokens.refresh_token)).body.error).toBe('invalid_client');
    expect((await exchange(service, client, code)).body.error).toBe('invalid_client');
  });

  test('once approved works for everyone, and the notice disappears', async () => {
    const client = await service.client({}, { approved: false });
    await decide(client, 'approve');
    const page = await visitor.browser.get(authorizeUrl(service, client));
    expect(page.root.text).not.toContain('Not reviewed yet');
    expect(isConsent(page)).toBe(true);
  });
});

describe('a disabled account', () => {
  async function disable({ user }: Visitor): Promise<void> {
    await service.stores.accounts.accounts.setDisabled(user.account.id, true, ACTOR);
  }

  const isRefused = async (
    answer: Promise<{ status: number; body: { error?: string } }>,
  ): Promise<boolean> => {
    const { status, body } = await answer;
    return status === 400 && body.error === 'invalid_grant';
  };

  test('has no valid tokens a second later on any replica', async () => {
    const client = await service.client();
    const leaver = await visit(service);
    const { access_token: token } = await tokensFor(service, client, leaver);
    expect((await me(replica, token)).status).toBe(200);
    await disable(leaver);
    await Promise.all([within1s(() => isDead(service, token)), within1s(() => isDead(replica, token))]);
  });

  test('gets no tokens for its code or refresh token, and introspection returns inactive', async () => {
    const client = await service.client();
    const leaver = await visit(service);
    const tokens = await tokensFor(service, client, leaver);
    const code = await codeFor(service, client, leaver);
    await disable(leaver);
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      await within1s(async () => !(await introspect(service, client, token)).body.active);
      expect((await introspect(service, client, token)).body).toEqual({ active: false });
    }
    expect(await isRefused(exchange(service, client, code))).toBe(true);
    expect(await isRefused(refresh(service, client, tokens.refresh_token))).toBe(true);
  });

  test('is signed out on the consent page', async () => {
    const client = await service.client();
    const leaver = await visit(service);
    const consent = await leaver.browser.get(authorizeUrl(service, client));
    await disable(leaver);
    const answered = await leaver.browser.submit(consent, {}, 'allow');
    expect(answered.left).toBeUndefined();
    expect(new URL(answered.url).pathname).toBe('/sign-in');
  });
});
