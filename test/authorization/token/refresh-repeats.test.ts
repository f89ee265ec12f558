/* A spent refresh token that comes again within the grace window, from another IP address than its first use. */
import { credentials, postForm, tokensFor, tokenUrl, visit } from '../../support/oauth.js';
import type { Tokens, Visitor } from '../../support/oauth.js';
import { type Replica, type TestClient, useService } from '../../support/service.js';

const HOME = '192.0.2.1';
const TRAIN = '198.51.100.7';
const CAFE = '2001:db8::7';

const service = useService({ env: { TRUSTED_PROXIES: '127.0.0.1/32,::1/128' } });
let replica: Replica;
let developer: Visitor;
let visitor: Visitor;
beforeAll(async () => {
  replica = await service.replica();
  developer = await visit(service);
  visitor = await visit(service);
});

const clientOf = (kind: 'public' | 'confidential'): Promise<TestClient> =>
  service.client({ kind, name: `Acme ${kind}` }, { ownerId: developer.user.account.id });

async function refreshFrom(clientIp: string, of: TestClient, token: string, at: { url: string } = service) {
  const fields = { ...credentials(of), grant_type: 'refresh_token', refresh_token: token };
  const { status, body } = await postForm(tokenUrl(at), fields, { 'x-forwarded-for': clientIp });
  expect(status).toBe(200);
  return body;
}

const rowsOf = async ({ clientId }: TestClient) =>
  (await service.stores.events.audit.list(undefined, 1000))
    .filter(({ action, actor }) => action === 'refresh.repeated_elsewhere' && actor === `client:${clientId}`)
    .map(({ subject, clientIp, facts }) => ({ subject, clientIp, facts }));

const grantOf = (tokens: Tokens): string => tokens.access_token.slice(4, 26);

const pagesAbout = async ({ clientId }: TestClient): Promise<{ user: string; owner: string }> => ({
  user: (await visitor.browser.get('/settings/apps')).root.text,
  owner: (await developer.browser.get(`/settings/developer/clients/${clientId}`)).root.text,
});

describe('of a public client', () => {
  test('gets the same response, one audit row an address, and is shown to user and developers', async () => {
    const client = await clientOf('public');
    const tokens = await tokensFor(service, client, visitor);
    const first = await refreshFrom(HOME, client, tokens.refresh_token);
    for (const [address, at] of [
      [TRAIN, service],
      [TRAIN, replica],
      [CAFE, replica],
      [HOME, service],
    ] as const)
      expect(await refreshFrom(address, client, tokens.refresh_token, at)).toEqual(first);

    const accountId = visitor.user.account.id;
    const facts = {
      clientId: client.clientId,
      accountId,
      firstUse: { at: expect.any(String) as string, clientIp: HOME },
    };
    const subject = `family:${grantOf(tokens)}`;
    const rows = await rowsOf(client);
    expect(rows).toEqual([
      { subject, clientIp: TRAIN, facts },
      { subject, clientIp: CAFE, facts },
    ]);
    expect(JSON.stringify(rows)).not.toContain(tokens.refresh_token);

    const { user, owner } = await pagesAbout(client);
    expect(user).toContain(`from ${HOME}, and within a minute once more from ${CAFE}`);
    expect(owner).toContain('Refresh tokens from two IP addresses');
    expect(owner).toContain(grantOf(tokens));
    for (const address of [HOME, TRAIN, CAFE]) expect(owner).not.toContain(address);
    await refreshFrom(TRAIN, client, first.refresh_token);
  });

  test('in parallel on two replicas is one row', async () => {
    const client = await clientOf('public');
    const tokens = await tokensFor(service, client, visitor);
    await refreshFrom(HOME, client, tokens.refresh_token);
    await Promise.all(
      [service, replica, service, replica].map((at) => refreshFrom(TRAIN, client, tokens.refresh_token, at)),
    );
    expect(await rowsOf(client)).toHaveLength(1);
  });

  test('from the same address leaves no row, nor does a later refresh from elsewhere', async () => {
    const client = await clientOf('public');
    const tokens = await tokensFor(service, client, visitor);
    const next = await refreshFrom(HOME, client, tokens.refresh_token);
    await refreshFrom(HOME, client, tokens.refresh_token);
    await refreshFrom(TRAIN, client, next.refresh_token);
    expect(await rowsOf(client)).toEqual([]);
    const { owner } = await pagesAbout(client);
    expect(owner).not.toContain('Refresh tokens from two IP addresses');
  });
});

test('of a confidential client, which its secret proves, leaves no row', async () => {
  const client = await clientOf('confidential');
  const tokens = await tokensFor(service, client, visitor);
  await refreshFrom(HOME, client, tokens.refresh_token);
  await refreshFrom(TRAIN, client, tokens.refresh_token);
  expect(await rowsOf(client)).toEqual([]);
});
