import { createBrowser, type Browser } from '../support/browser.js';
import { useService } from '../support/service.js';
import type { ClientForm } from '../../src/clients/rules.js';
import { type Host, type Outcome, startHost } from './passport-host.js';
import { answer, type Decision } from './browser-user.js';

const service = useService();
const hosts: Host[] = [];
afterAll(async () => {
  for (const host of hosts) await host.close();
});

interface Differences {
  readonly kind?: ClientForm['kind'];
  readonly scope?: string[];
  readonly secret?: string;
}

async function host({
  kind = 'confidential',
  scope = ['PROFILE_READ'],
  secret,
}: Differences = {}): Promise<Host> {
  const made = await startHost(async (redirectUri) => {
    const { clientId, clientSecret = '' } = await service.client({ kind, redirectUris: [redirectUri] });
    const { issuerUrl, baseUrl } = service.config;
    return { issuerUrl, baseUrl, clientId, clientSecret: secret ?? clientSecret, scope };
  });
  hosts.push(made);
  return made;
}

/** Presses the host's sign-in button, answers at the service, and comes back to the host. */
async function signIn(
  { origin }: Host,
  decision: Decision = 'allow',
  tamper: (back: URL) => void = () => undefined,
) {
  const [user, visitor] = [await service.user(), createBrowser(origin)];
  const away = await visitor.get('/login');
  const back = await answer(away.left ?? '', user, decision);
  tamper(back);
  return { user, visitor, back, outcome: await arrive(visitor, back) };
}

const arrive = async (visitor: Browser, back: URL): Promise<Outcome> =>
  JSON.parse((await visitor.get(back.href)).html) as Outcome;

async function live(made: Host): Promise<void> {
  const { user, outcome } = await signIn(made);
  if (outcome.kind !== 'success') throw new Error(JSON.stringify(outcome));
  const { login } = outcome;
  expect(login.answer).toMatchObject({ token_type: 'bearer', expires_in: 1800, scope: 'PROFILE_READ' });
  expect(login.profile.email).toBe(user.email);

  const second = await made.refresh(login.refreshToken);
  const third = await made.refresh(second.refresh_token);
  expect(new Set([login.refreshToken, second.refresh_token, third.refresh_token]).size).toBe(3);
  expect((await made.profile(third.access_token)).email).toBe(user.email);
}

describe('passport-oauth2 in a website, with state and PKCE', () => {
  test('a confidential client completes an authorization', async () => {
    await live(await host());
  });

  test('a public client completes one too, although the library sends an empty secret for it', async () => {
    await live(await host({ kind: 'public' }));
  });

  test('an application may request its scopes as a list', async () => {
    const { outcome } = await signIn(await host({ scope: ['PROFILE_READ', 'BOOKING_READ'] }));
    expect(outcome).toMatchObject({ login: { answer: { scope: 'PROFILE_READ BOOKING_READ' } } });
  });

  test('a refusal by the user is its failure, without an error', async () => {
    const { outcome } = await signIn(await host(), 'cancel');
    expect(outcome).toEqual({ kind: 'failure', message: 'the user refused the request' });
  });

  test('an unknown scope is its AuthorizationError', async () => {
    const { outcome } = await signIn(await host({ scope: ['PROFILE_READ', 'EVERYTHING'] }));
    expect(outcome).toEqual({ kind: 'error', name: 'AuthorizationError', code: 'invalid_scope' });
  });

  test('a code that was redeemed before is its TokenError', async () => {
    const made = await host();
    const { user, visitor, back } = await signIn(made);
    // Another sign-in is under way in the same visit, and an attacker injects the old code.
    const away = await visitor.get('/login');
    const next = await answer(away.left ?? '', user);
    next.searchParams.set('code', back.searchParams.get('code') ?? '');
    expect(await arrive(visitor, next)).toEqual({ kind: 'error', name: 'TokenError', code: 'invalid_grant' });
  });

  test('a wrong secret is its TokenError', async () => {
    const { outcome } = await signIn(await host({ secret: 'sk_not-the-secret' }));
    expect(outcome).toEqual({ kind: 'error', name: 'TokenError', code: 'invalid_client' });
  });

  test('a response with another state or issuer is refused', async () => {
    const made = await host();
    for (const name of ['state', 'iss']) {
      const { outcome } = await signIn(made, 'allow', (back) => back.searchParams.set(name, 'forged'));
      expect(outcome.kind).toBe('failure');
    }
  });
});
