/* Twelve mistakes, made with a widely used library: the page of the client's owner says each one's cause and its fix. */
import * as oauth from 'openid-client';
import { addSecret } from '../../src/clients/rotate-secrets.js';
import type { ClientForm } from '../../src/clients/rules.js';
import { memberFixture } from '../scheduling/member-fixture.js';
import type { Browser, Page } from '../support/browser.js';
import { dump } from '../support/dump.js';
import { visit, type Visitor } from '../support/oauth.js';
import { REDIRECT_URI, type TestClient, useService } from '../support/service.js';
import { until } from '../support/until.js';

let ahead = 0;
const service = useService({ clock: () => Date.now() + ahead });
/** Owns the clients. */
let olga: Visitor;
/** Uses them; is a mere member of the first team, and in the second one. */
let max: Visitor;
let teams: readonly [number, number];
/** Every credential that was used. */
const credentials: string[] = [];
beforeAll(async () => {
  [olga, max] = [await visit(service), await visit(service)];
  const [owner, member] = [olga.user.account.id, max.user.account.id];
  const { team, join } = memberFixture(service);
  teams = [await team(owner), await team(owner)];
  for (const id of teams) await join(id, owner, member);
});
afterEach(() => {
  ahead = 0;
});

// eslint-disable-next-line @typescript-eslint/no-deprecated -- marked to stand out; the tests' issuer is http on loopback
const HTTP = { execute: [oauth.allowInsecureRequests] };

function connect({ clientId, clientSecret }: TestClient): Promise<oauth.Configuration> {
  const auth = clientSecret === undefined ? oauth.None() : oauth.ClientSecretPost(clientSecret);
  credentials.push(clientSecret ?? '');
  return oauth.discovery(new URL(service.config.issuerUrl), clientId, undefined, auth, {
    ...HTTP,
    algorithm: 'oauth2',
  });
}

interface Arrival {
  readonly url: URL;
  readonly checks: oauth.AuthorizationCodeGrantChecks;
  readonly page: Page;
}

type Params = Readonly<Record<string, string>>;

async function authorize(
  config: oauth.Configuration,
  params: Params = {},
  chosen: Params = {},
): Promise<Arrival> {
  const [pkceCodeVerifier, expectedState] = [oauth.randomPKCECodeVerifier(), oauth.randomState()];
  const url = oauth.buildAuthorizationUrl(config, {
    ...{ redirect_uri: REDIRECT_URI, scope: 'PROFILE_READ', state: expectedState },
    code_challenge: await oauth.calculatePKCECodeChallenge(pkceCodeVerifier),
    ...{ code_challenge_method: 'S256', ...params },
  });
  for (const [name, value] of Object.entries(params)) if (value === '') url.searchParams.delete(name);
  const { browser }: { readonly browser: Browser } = max;
  const asked = await browser.get(url.href);
  const page = asked.left || asked.status !== 200 ? asked : await browser.submit(asked, chosen, 'allow');
  const arrived = page.left ?? new URL(REDIRECT_URI);
  credentials.push(pkceCodeVerifier, arrived.searchParams.get('code') ?? '');
  return { url: arrived, checks: { pkceCodeVerifier, expectedState }, page };
}

async function exchange(config: oauth.Configuration, { url, checks }: Arrival) {
  const tokens = await oauth.authorizationCodeGrant(config, url, checks);
  credentials.push(tokens.access_token, tokens.refresh_token ?? '');
  return tokens;
}

const call = (config: oauth.Configuration, token: string, method: string, path: string) =>
  oauth.fetchProtectedResource(config, token, new URL(path, service.config.baseUrl), method, null);

interface Mistake {
  readonly name: string;
  readonly form?: Partial<ClientForm>;
  /** Rejects as the library does, or resolves with what it is answered. */
  readonly make: (client: TestClient) => Promise<unknown>;
  readonly why: RegExp | ((client: TestClient) => RegExp);
  readonly fix: RegExp;
}

const TEAM_SCOPES: Partial<ClientForm> = { scopes: ['TEAM_PROFILE_READ', 'TEAM_PROFILE_WRITE'] };

const MISTAKES: readonly Mistake[] = [
  {
    name: 'a wrong secret',
    async make(client) {
      const arrival = await authorize(await connect(client));
      await exchange(await connect({ ...client, clientSecret: `sk_${'w'.repeat(43)}` }), arrival);
    },
    why: /client secret is wrong/,
    fix: /add a new one/,
  },
  {
    name: 'a removed secret',
    async make(client) {
      const config = await connect(client);
      const arrival = await authorize(config);
      const actor = { actor: 'test' };
      const { clients } = service.stores.clients;
      const [first] = (await clients.find(client.clientId))?.secrets ?? [];
      await addSecret(service.registry, client.clientId, actor);
      await clients.removeSecret(client.clientId, first?.id ?? '', actor);
      await exchange(config, arrival);
    },
    why: ({ clientSecret = '' }) =>
      new RegExp(`the secret ending in ${clientSecret.slice(-4)}, which was removed \\d+ seconds? ago`),
    fix: /a secret that is still on the page of the client/,
  },
  {
    name: 'a wrong redirect URI',
    make: async (client) => authorize(await connect(client), { redirect_uri: `${REDIRECT_URI}/` }),
    why: /the closest registered one in the slash at its end: https:\/\/client\.example\.com\/callback\/ was sent/,
    fix: /equal to the character, or register this one/,
  },
  {
    name: 'PKCE left out',
    form: { kind: 'public' },
    async make(client) {
      const config = await connect(client);
      await exchange(config, await authorize(config, { code_challenge: '', code_challenge_method: '' }));
    },
    why: /no code_challenge \(PKCE\)/,
    fix: /code_challenge_method=S256/,
  },
  {
    name: 'another verifier',
    async make(client) {
      const config = await connect(client);
      const { checks, ...arrival } = await authorize(config);
      await exchange(config, {
        ...arrival,
        checks: { ...checks, pkceCodeVerifier: oauth.randomPKCECodeVerifier() },
      });
    },
    why: /code_verifier does not fit the code_challenge/,
    fix: /Keep the verifier of each authorization/,
  },
  {
    name: 'a code used twice',
    async make(client) {
      const config = await connect(client);
      const arrival = await authorize(config);
      await exchange(config, arrival);
      ahead = 10_000;
      await exchange(config, arrival);
    },
    why: /code was already exchanged \d+ seconds before; its tokens were revoked/,
    fix: /Exchange each code once/,
  },
  {
    name: 'a code too late',
    async make(client) {
      const config = await connect(client);
      const arrival = await authorize(config);
      ahead = 180_000;
      await exchange(config, arrival);
    },
    why: /code had expired \d minutes? before: a code is valid for 1 minute/,
    fix: /as soon as the browser brings it/,
  },
  {
    name: 'a refresh token used twice',
    async make(client) {
      const config = await connect(client);
      const { refresh_token: token = '' } = await exchange(config, await authorize(config));
      await oauth.refreshTokenGrant(config, token);
      ahead = 180_000;
      await oauth.refreshTokenGrant(config, token);
    },
    why: /refresh token was already used \d minutes? before by 127\.0\.0\.1/,
    fix: /If two processes refresh at once, let one do it and share the token/,
  },
  {
    name: 'a scope that is not enabled',
    async make(client) {
      const config = await connect(client);
      await exchange(config, await authorize(config, { scope: 'PROFILE_READ TEAM_BOOKING_READ' }));
    },
    why: /not enabled for this client: TEAM_BOOKING_READ/,
    fix: /add them to the client on its page/,
  },
  {
    name: 'a call without the scope for it',
    async make(client) {
      const config = await connect(client);
      const tokens = await exchange(config, await authorize(config));
      await call(config, tokens.access_token, 'GET', '/v2/bookings');
    },
    why: /needs the scope BOOKING_READ, which its token does not carry/,
    fix: /an authorization that asks for it/,
  },
  {
    name: 'a call without the role for it',
    form: TEAM_SCOPES,
    async make(client) {
      const config = await connect(client);
      const tokens = await exchange(config, await authorize(config, { scope: 'TEAM_PROFILE_WRITE' }));
      await call(config, tokens.access_token, 'PATCH', `/v2/teams/${teams[0]}`);
    },
    why: /needs the role “team owner”/,
    fix: /No scope replaces a role/,
  },
  {
    name: 'a call outside the granted resources',
    form: TEAM_SCOPES,
    async make(client) {
      const config = await connect(client);
      const chosen = { team_choice: 'chosen', team: String(teams[0]) };
      const tokens = await exchange(config, await authorize(config, { scope: 'TEAM_PROFILE_READ' }, chosen));
      await call(config, tokens.access_token, 'GET', `/v2/teams/${teams[1]}`);
    },
    why: /a team or organization that the user did not grant/,
    fix: /choose others in a new authorization/,
  },
];

const mainText = ({ root }: Page): string => root.querySelector('main')?.text ?? '';

/** The newest refusal on the page of the log, and its own page. */
async function explained({
  clientId,
}: TestClient): Promise<{ readonly row: string; readonly whole: string }> {
  const path = `/settings/developer/clients/${clientId}/logs?refused=yes`;
  const newest = async () => (await olga.browser.get(path)).root.querySelector('.entry');
  await until(async () => (await newest()) !== null);
  const entry = await newest();
  const to = entry?.querySelector('a')?.getAttribute('href') ?? 'no link';
  return { row: entry?.text ?? '', whole: mainText(await olga.browser.get(to)) };
}

test.each(MISTAKES)('$name is explained to the owner of the client', async ({ form, make, why, fix }) => {
  const client = await service.client(form, { ownerId: olga.user.account.id });
  await make(client).catch((refused: unknown) => expect(refused).toBeInstanceOf(Error));
  const sentence = why instanceof RegExp ? why : why(client);
  const { row, whole } = await explained(client);
  expect(row).toMatch(sentence);
  expect(whole).toMatch(sentence);
  expect(whole).toMatch(fix);
});

test('none of the credentials is in the stores or on the pages', async () => {
  const used = credentials.filter((credential) => credential.length >= 40);
  expect(used.length).toBeGreaterThan(30);
  const stored = await dump(service.backend.env);
  expect(used.filter((credential) => stored.includes(credential.slice(-40)))).toEqual([]);
});
