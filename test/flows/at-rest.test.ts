import { createLog } from '../../src/ops/log.js';
import { createBrowser } from '../support/browser.js';
import { dump } from '../support/dump.js';
import { authorize, authorizeUrl, exchange, me, pkce, refresh } from '../support/oauth.js';
import { type TestUser, useService } from '../support/service.js';

const lines: string[] = [];
const service = useService({ log: createLog('debug', { write: (line) => void lines.push(line) }) });

/** Every credential that a whole run used, by name. */
async function wholeRun(user: TestUser): Promise<Record<string, string>> {
  const client = await service.client();
  const { verifier, challenge } = pkce();
  const { code, browser } = await authorize(service, client, user, {
    params: { code_challenge: challenge },
  });
  const unredeemed = await authorize(service, client, user, { browser });
  const first = (await exchange(service, client, code, { code_verifier: verifier })).body;
  const second = (await refresh(service, client, first.refresh_token)).body;
  await refresh(service, client, first.refresh_token);
  await me(service, second.access_token);
  await createBrowser(service.url).signIn({ ...user, password: 'not the password of anybody' });
  // An interaction that stays open, with a hint that names a user.
  await browser.get(authorizeUrl(service, client, { login_hint: 'hinted@example.com' }));
  const cookies = await browser.jar.getCookies(service.url);
  return {
    'the code': code,
    'the unredeemed code': unredeemed.code,
    'the verifier': verifier,
    'the first access token': first.access_token,
    'the second access token': second.access_token,
    'the spent refresh token': first.refresh_token,
    'the newest refresh token': second.refresh_token,
    'the client secret': client.clientSecret ?? '',
    'the password': user.password,
    'the wrong password': 'not the password of anybody',
    'the hint': 'hinted@example.com',
    ...Object.fromEntries(cookies.map(({ key, value }) => [`the cookie ${key}`, value])),
  };
}

/** The secret halves, too: a token without its prefix and family id opens as much as the whole. */
const forms = (credential: string): readonly string[] =>
  [credential, credential.slice(-40)].filter((form) => form.length >= 15);

test('after a complete flow neither the stores nor the log contain a usable credential', async () => {
  const user = await service.user('Theodora Nobody');
  const credentials = await wholeRun(user);
  const [stored, logged] = [await dump(service.backend.env), lines.join('\n')];
  expect(stored).toContain(user.email);
  expect(logged).toContain('/v2/auth/oauth2/token');
  const found = Object.entries(credentials).flatMap(([name, credential]) => [
    ...(forms(credential).some((form) => stored.includes(form)) ? [`${name} in the stores`] : []),
    ...(forms(credential).some((form) => logged.includes(form)) ? [`${name} in the log`] : []),
  ]);
  expect(found).toEqual([]);
});
