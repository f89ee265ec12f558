/* Redirect URIs as they are typed, from the form to the redirect; schemes without a dot by an exception. */
import { authorize, authorizeUrl, exchange, pkce, visit } from '../../support/oauth.js';
import { type TestClient, useService } from '../../support/service.js';
import { formOf, mainText, sentTo } from '../../clients/forms.js';

const ACTOR = { actor: 'test' };
const service = useService();
let admin: Awaited<ReturnType<typeof visit>>;
beforeAll(async () => {
  const person = await service.user('Ada Admin');
  await service.stores.accounts.accounts.setAdmin(person.account.id, true, ACTOR);
  admin = await visit(service, person);
});

async function ownClient() {
  const owner = await visit(service);
  const ownerId = owner.user.account.id;
  const client = await service.client({ kind: 'public' }, { ownerId, approved: false });
  const save = async (...uris: string[]) => {
    const form = await owner.browser.get(`/settings/developer/clients/${client.clientId}/edit`);
    return owner.browser.submit(form, { redirect_uris: uris.join('\r\n') });
  };
  const redirectUris = async () =>
    (await service.stores.clients.clients.find(client.clientId))?.redirectUris ?? [];
  const allow = async (scheme: string, browser = admin.browser) =>
    browser.submit(formOf(await browser.get(`/admin/clients/${client.clientId}`), '/schemes'), { scheme });
  return { owner, client, save, redirectUris, allow };
}

/** The code, by way of the consent page, and its tokens. */
async function signInAt(client: TestClient, visitor: Awaited<ReturnType<typeof visit>>, redirectUri: string) {
  const { verifier, challenge } = pkce();
  const params = { redirect_uri: redirectUri, code_challenge: challenge };
  const { code, back } = await authorize(service, client, visitor.user, {
    params,
    browser: visitor.browser,
  });
  const redirected = { redirect_uri: redirectUri, code_verifier: verifier };
  return { back, tokens: await exchange(service, client, code, redirected) };
}

test('redirect URIs are kept as typed and compared exactly', async () => {
  const { owner, client, save, redirectUris } = await ownClient();
  const typed = [
    ...['http://localhost:8400', 'http://127.0.0.1', 'https://client.example'],
    ...['com.example.app://callback', 'HTTPS://Client.example:443/Cb'],
  ];
  await save(...typed);
  expect(await redirectUris()).toEqual(typed);
  for (const uri of [...typed, 'http://localhost', 'http://127.0.0.1:52000']) {
    const { back, tokens } = await signInAt(client, owner, uri);
    expect(tokens.status).toBe(200);
    expect(back.searchParams.get('code')).not.toBeNull();
  }
  for (const other of ['https://client.example/', 'com.example.app://callback/', 'http://localhost:8400/']) {
    const url = authorizeUrl(service, client, { redirect_uri: other, code_challenge: pkce().challenge });
    expect((await owner.browser.raw(url)).status).toBe(400);
  }
});

test('the consent page shows the scheme of an app, not the host that its URI claims', async () => {
  const { owner, client, save } = await ownClient();
  await save('com.example.app://bank.example/cb');
  const params = { redirect_uri: 'com.example.app://bank.example/cb', code_challenge: pkce().challenge };
  const page = await owner.browser.get(authorizeUrl(service, client, params));
  expect(mainText(page)).toContain('the application on this device (com.example.app:)');
  expect(mainText(page)).not.toContain('bank.example');
});

test('a scheme without a dot works once an administrator allows it, and the review shows it', async () => {
  const { owner, client, save, redirectUris, allow } = await ownClient();
  const before = await redirectUris();
  const refused = await save('myapp://callback');
  expect([refused.status, mainText(refused)]).toEqual([422, expect.stringContaining('ask an administrator')]);
  expect(await redirectUris()).toEqual(before);

  const done = await allow('myapp');
  expect(mainText(done)).toContain('The scheme is allowed for \u2068');
  await save('myapp://callback');
  expect(await redirectUris()).toEqual(['myapp://callback']);
  const { back, tokens } = await signInAt(client, owner, 'myapp://callback');
  expect([back.protocol, tokens.status]).toEqual(['myapp:', 200]);

  const review = await admin.browser.get(`/admin/clients/${client.clientId}`);
  expect(mainText(review)).toContain('Codes are sent to apps of the scheme myapp: which any app can claim');
  const own = await owner.browser.get(`/settings/developer/clients/${client.clientId}`);
  expect(mainText(own)).toMatch(/Allowed schemes\s*myapp:/);
});

test('a host that is no DNS name is refused, and one that is registered is shown and kept out of the CSP', async () => {
  const { owner, client, save, redirectUris } = await ownClient();
  const uri = 'https://a;script-src.example/cb';
  const refused = await save(uri);
  expect([refused.status, mainText(refused)]).toEqual([422, expect.stringContaining('neither a DNS name')]);

  const { records } = service.stores.clients;
  const { version = 0, client: found } = (await records.find(client.clientId)) ?? {};
  if (found === undefined) throw new Error('the client is not there');
  const now = { ...found, redirectUris: [uri] };
  const change = { version, now, legacy: false, facts: { changed: [] } };
  await records.edit(client.clientId, owner.user.account.id, change, ACTOR);
  expect(await redirectUris()).toEqual([uri]);

  const params = { redirect_uri: uri, code_challenge: pkce().challenge };
  const consent = await owner.browser.raw(authorizeUrl(service, client, params));
  const page = await owner.browser.raw(new URL(consent.headers.get('location') ?? '', service.url).href);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("form-action 'self' https:;");
  expect(policy).not.toContain('script-src');

  const queue = await admin.browser.get('/admin/clients?status=faulty_hosts');
  expect(queue.html).toContain(client.clientId);
  expect(mainText(await admin.browser.get('/admin/clients'))).toMatch(/Faulty hosts \(\d+\)/);
  const review = await admin.browser.get(`/admin/clients/${client.clientId}`);
  expect(mainText(review)).toContain('The host a;script-src.example is neither a DNS name nor an IP address');
});

test.each(['javascript', 'my.app', 'MyApp', 'x', ''])('the scheme %j cannot be allowed', async (scheme) => {
  const { client, allow } = await ownClient();
  expect((await allow(scheme)).status).toBe(422);
  expect((await service.stores.clients.clients.find(client.clientId))?.allowedSchemes).toEqual([]);
});

test('the form is not offered for a confidential client, nor to those who manage the client', async () => {
  const { clientId } = await service.client({}, { approved: false });
  expect((await admin.browser.get(`/admin/clients/${clientId}`)).html).not.toContain('/schemes"');
  const { owner, client, allow } = await ownClient();
  await service.stores.accounts.accounts.setAdmin(owner.user.account.id, true, ACTOR);
  expect((await owner.browser.get(`/admin/clients/${client.clientId}`)).html).not.toContain('/schemes"');
  const path = `/admin/clients/${client.clientId}/schemes`;
  const refused = await owner.browser.submit(sentTo(await owner.browser.get('/sign-out'), path), {
    scheme: 'myapp',
  });
  expect([refused.status, mainText(refused)]).toEqual([
    403,
    expect.stringContaining('Another administrator must allow the scheme'),
  ]);
  expect((await allow('myapp')).status).toBe(200);
});
