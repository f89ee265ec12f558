/* docs/contract.md section 5: refresh rotates, forgives a repeat, and punishes reuse. */
import {
  authorize,
  basic,
  codeFor,
  credentials,
  exchange,
  me,
  postForm,
  postJson,
  refresh,
  tokenAtOnce,
  tokensFor,
  tokenUrl,
  visit,
} from '../../support/oauth.js';
import type { TokenAnswer, Tokens, Visitor } from '../../support/oauth.js';
import { type Replica, startService, type TestClient, useService } from '../../support/service.js';

const DAY = 86_400_000;

const service = useService({ clock: () => now ?? Date.now() });
let replica: Replica;
let client: TestClient;
let publicClient: TestClient;
let visitor: Visitor;
let now: number | undefined;
beforeAll(async () => {
  replica = await service.replica();
  client = await service.client();
  publicClient = await service.client({ kind: 'public' });
  visitor = await visit(service);
});
afterEach(() => {
  now = undefined;
});

const seconds = (count: number): void => {
  now = (now ?? Date.now()) + count * 1000;
};

function expectTokens({ status, body }: TokenAnswer, scope = 'PROFILE_READ'): Tokens {
  expect(status).toBe(200);
  expect(body).toMatchObject({ token_type: 'bearer', expires_in: 1800, scope });
  return body;
}

function expectError({ status, body, headers }: TokenAnswer, error: string, expected = 400): void {
  expect([status, body.error]).toEqual([expected, error]);
  expect(headers.get('cache-control')).toBe('no-store');
}

const twentyReplicas = (): readonly { readonly url: string }[] =>
  Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? service : replica));

const renewing = (token: string) => ({
  ...credentials(client),
  grant_type: 'refresh_token',
  refresh_token: token,
});

const lives = async (token: string, at: { url: string } = service): Promise<boolean> => {
  const { status } = await me(at, token);
  expect([200, 401]).toContain(status);
  return status === 200;
};

const reuses = async (of: TestClient): Promise<readonly Readonly<Record<string, unknown>>[]> =>
  (await service.stores.events.audit.list(undefined, 1000))
    .filter(({ action, actor }) => action === 'refresh.reuse_detected' && actor === `client:${of.clientId}`)
    .map(({ facts, subject }) => ({ ...facts, subject }));

describe('a refresh issues new tokens', () => {
  test('form and JSON, post and basic, confidential and public, on any replica', async () => {
    const first = await tokensFor(service, client, visitor);
    const fields = { grant_type: 'refresh_token' };
    const second = expectTokens(await refresh(replica, client, first.refresh_token));
    const third = expectTokens(
      await postJson(tokenUrl(service), {
        ...fields,
        ...credentials(client),
        refresh_token: second.refresh_token,
      }),
    );
    const header = basic(client.clientId, client.clientSecret ?? '');
    const fourth = expectTokens(
      await postForm(tokenUrl(service), { ...fields, refresh_token: third.refresh_token }, header),
    );
    expect(new Set([first, second, third, fourth].map((tokens) => tokens.refresh_token)).size).toBe(4);
    for (const tokens of [first, second, third, fourth])
      expect(await lives(tokens.access_token, replica)).toBe(true);

    const native = await tokensFor(service, publicClient, visitor);
    const next = expectTokens(await refresh(service, publicClient, native.refresh_token));
    expectTokens(await refresh(service, publicClient, next.refresh_token));
  });

  test('a hundred times in a row', async () => {
    let tokens = await tokensFor(service, client, visitor);
    for (let round = 0; round < 100; round += 1)
      tokens = expectTokens(await refresh(service, client, tokens.refresh_token));
    expect(await lives(tokens.access_token)).toBe(true);
  });

  test('with any Accept header, as JSON', async () => {
    const { refresh_token: token } = await tokensFor(service, client, visitor);
    const fields = { grant_type: 'refresh_token', refresh_token: token, ...credentials(client) };
    const answer = await postForm(tokenUrl(service), fields, { accept: 'text/html' });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expectTokens(answer);
  });
});

describe('a failed refresh does not consume the token', () => {
  test.each<[string, (tokens: Tokens, other: TestClient) => Promise<TokenAnswer>, number, string]>([
    [
      'a wrong secret',
      ({ refresh_token: token }) => refresh(service, client, token, { client_secret: 'sk_x' }),
      401,
      'invalid_client',
    ],
    [
      'no secret',
      ({ refresh_token: token }) => refresh(service, client, token, { client_secret: undefined }),
      401,
      'invalid_client',
    ],
    [
      'another client',
      ({ refresh_token: token }, other) => refresh(service, other, token),
      400,
      'invalid_grant',
    ],
    [
      'a public client',
      ({ refresh_token: token }) => refresh(service, publicClient, token),
      400,
      'invalid_grant',
    ],
    [
      'a wider scope',
      ({ refresh_token: token }) => refresh(service, client, token, { scope: 'PROFILE_READ BOOKING_READ' }),
      400,
      'invalid_scope',
    ],
    [
      'an unknown scope',
      ({ refresh_token: token }) => refresh(service, client, token, { scope: 'PROFILE_READ NOPE' }),
      400,
      'invalid_scope',
    ],
    [
      'everything',
      ({ refresh_token: token }) => refresh(service, client, token, { scope: '*' }),
      400,
      'invalid_scope',
    ],
    ['no token', () => refresh(service, client, ''), 400, 'invalid_request'],
    ['an access token', ({ access_token: token }) => refresh(service, client, token), 400, 'invalid_grant'],
  ])('%s', async (_, wrong, status, error) => {
    const tokens = await tokensFor(service, client, visitor);
    expectError(await wrong(tokens, await service.client()), error, status);
    expect(await lives(tokens.access_token)).toBe(true);
    expectTokens(await refresh(service, client, tokens.refresh_token));
    expect(await reuses(client)).toEqual([]);
  });

  test('with a token invented for a known authorization, in every part', async () => {
    const tokens = await tokensFor(service, client, visitor);
    const { refresh_token: token } = expectTokens(await refresh(service, client, tokens.refresh_token));
    const changed = (at: number): string =>
      `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
    const made = [4, 25, 26, 31, 32, 60, 74, 75, 90].map(changed);
    made.push(
      token.slice(0, 32) + 'A'.repeat(65),
      token.slice(0, -1),
      `${token}A`,
      token.replace('srt_', 'sat_'),
    );
    for (const wrong of made) expectError(await refresh(service, client, wrong), 'invalid_grant');
    seconds(120);
    for (const wrong of made) expectError(await refresh(service, client, wrong), 'invalid_grant');
    expectTokens(await refresh(service, client, token));
    expect(await reuses(client)).toEqual([]);
  });
});

describe('the scope of a refresh', () => {
  const wide = { scope: 'PROFILE_READ BOOKING_READ' };

  test('may narrow this access token, by spaces or commas, and the next one has the full scope again', async () => {
    const tokens = await tokensFor(service, client, visitor, wide);
    const narrow = expectTokens(
      await refresh(service, client, tokens.refresh_token, { scope: ',BOOKING_READ' }),
      'BOOKING_READ',
    );
    expect((await me(service, narrow.access_token)).status).toBe(403);
    expect((await me(service, tokens.access_token)).status).toBe(200);
    const whole = expectTokens(await refresh(service, client, narrow.refresh_token), wide.scope);
    expect((await me(service, whole.access_token)).status).toBe(200);
  });

  test('may name every granted scope, in any order', async () => {
    const tokens = await tokensFor(service, client, visitor, wide);
    const { body, status } = await refresh(service, client, tokens.refresh_token, {
      scope: 'BOOKING_READ,PROFILE_READ',
    });
    expect([status, body.scope.split(' ').sort()]).toEqual([200, ['BOOKING_READ', 'PROFILE_READ']]);
  });

  test('narrows an unrestricted authorization, which contains every scope', async () => {
    const legacy = await service.client({}, { legacy: true });
    const tokens = await tokensFor(service, legacy, visitor, { scope: undefined });
    expectError(await refresh(service, legacy, tokens.refresh_token, { scope: '*' }), 'invalid_scope');
    expectError(await refresh(service, legacy, tokens.refresh_token, { scope: 'NOPE' }), 'invalid_scope');
    const narrow = expectTokens(
      await refresh(service, legacy, tokens.refresh_token, { scope: 'BOOKING_READ' }),
      'BOOKING_READ',
    );
    expect((await me(service, narrow.access_token)).status).toBe(403);
    const whole = expectTokens(await refresh(service, legacy, narrow.refresh_token), '');
    expect((await me(service, whole.access_token)).status).toBe(200);
  });

  test('never includes a requested scope that was not granted', async () => {
    const { code } = await authorize(service, client, visitor.user, {
      browser: visitor.browser,
      params: wide,
      tick: ['PROFILE_READ'],
    });
    const { body } = await exchange(service, client, code);
    expectError(
      await refresh(service, client, body.refresh_token, { scope: 'BOOKING_READ' }),
      'invalid_scope',
    );
    expectTokens(await refresh(service, client, body.refresh_token));
  });
});

describe('inside the grace window', () => {
  test('a repeat gets the same response on every replica', async () => {
    const { refresh_token: token } = await tokensFor(service, client, visitor);
    const first = expectTokens(await refresh(service, client, token));
    expect((await refresh(service, client, token)).body).toEqual(first);
    expect((await refresh(replica, client, token)).body).toEqual(first);
    seconds(59);
    expect((await refresh(replica, client, token)).body).toEqual(first);
    expectTokens(await refresh(service, client, first.refresh_token));
  });

  test('a repeat works on a process that was started since', async () => {
    const { refresh_token: token } = await tokensFor(service, client, visitor);
    const first = expectTokens(await refresh(service, client, token));
    const restarted = await service.replica();
    expect((await refresh(restarted, client, token)).body).toEqual(first);
  });

  test('20 parallel refreshes on two replicas get one response, and its tokens work', async () => {
    let { refresh_token: token } = await tokensFor(service, client, visitor);
    for (let round = 0; round < 3; round += 1) {
      const presented = token;
      const answers = await tokenAtOnce(twentyReplicas(), renewing(presented));
      answers.forEach((answer) => expectTokens(answer));
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(await lives(answers[0]?.body.access_token ?? '', replica)).toBe(true);
      token = answers[0]?.body.refresh_token ?? '';
    }
    expectTokens(await refresh(service, client, token));
  });

  test('a repeat by another client is refused and changes nothing', async () => {
    const { refresh_token: token } = await tokensFor(service, client, visitor);
    const first = expectTokens(await refresh(service, client, token));
    expectError(await refresh(service, await service.client(), token), 'invalid_grant');
    expectError(await refresh(service, client, token, { client_secret: 'sk_x' }), 'invalid_client', 401);
    expectTokens(await refresh(service, client, first.refresh_token));
  });

  test('the token before the previous one is reuse at any time', async () => {
    const own = await service.client();
    const first = await tokensFor(service, own, visitor);
    const second = expectTokens(await refresh(service, own, first.refresh_token));
    const third = expectTokens(await refresh(service, own, second.refresh_token));
    expectError(await refresh(service, own, first.refresh_token), 'invalid_grant');
    expect(await lives(third.access_token)).toBe(false);
    expect(await reuses(own)).toHaveLength(1);
  });
});

describe('outside the grace window', () => {
  test('reuse revokes the whole authorization, is recorded, and affects no other installation', async () => {
    const own = await service.client();
    const bystander = await tokensFor(service, own, visitor);
    const stolen = await tokensFor(service, own, visitor);
    const next = expectTokens(await refresh(service, own, stolen.refresh_token));
    seconds(61);
    expectError(await refresh(replica, own, stolen.refresh_token), 'invalid_grant');
    for (const token of [stolen.access_token, next.access_token]) {
      expect(await lives(token)).toBe(false);
      expect(await lives(token, replica)).toBe(false);
    }
    expectError(await refresh(service, own, next.refresh_token), 'invalid_grant');
    expect(await lives(bystander.access_token)).toBe(true);
    expectTokens(await refresh(service, own, bystander.refresh_token));

    const [record, ...more] = await reuses(own);
    expect(more).toEqual([]);
    expect(record).toMatchObject({
      accountId: visitor.user.account.id,
      subject: expect.stringMatching(/^family:/) as string,
    });
    expect(JSON.stringify(record)).not.toContain(stolen.refresh_token);
  });

  test('a repeat with a narrower scope is reuse too', async () => {
    const { refresh_token: token } = await tokensFor(service, client, visitor, {
      scope: 'PROFILE_READ BOOKING_READ',
    });
    const next = expectTokens(await refresh(service, client, token), 'PROFILE_READ BOOKING_READ');
    seconds(61);
    expectError(await refresh(service, client, token, { scope: 'PROFILE_READ' }), 'invalid_grant');
    expect(await lives(next.access_token)).toBe(false);
  });

  test('of 20 parallel reuses none gets tokens', async () => {
    const { refresh_token: token } = await tokensFor(service, client, visitor);
    const next = expectTokens(await refresh(service, client, token));
    seconds(61);
    const answers = await tokenAtOnce(twentyReplicas(), renewing(token));
    for (const answer of answers) expectError(answer, 'invalid_grant');
    expect(await lives(next.access_token)).toBe(false);
  });

  test('a window of zero seconds accepts no repeat', async () => {
    let passed = 0;
    const strict = await startService({
      backend: service.backend,
      env: { REFRESH_GRACE_SECONDS: '0' },
      clock: () => Date.now() + passed,
    });
    try {
      const { refresh_token: token } = await tokensFor(strict, client, await visit(strict, visitor.user));
      const next = expectTokens(await refresh(strict, client, token));
      passed = 5;
      expectError(await refresh(strict, client, token), 'invalid_grant');
      expect(await lives(next.access_token, strict)).toBe(false);
    } finally {
      await strict.close();
    }
  });
});

describe('a refresh token ends', () => {
  test('when it is not used for 30 days, which is no reuse', async () => {
    const own = await service.client();
    const [used, unused] = [await tokensFor(service, own, visitor), await tokensFor(service, own, visitor)];
    const start = Date.now();
    now = start + 29.9 * DAY;
    const next = expectTokens(await refresh(service, own, used.refresh_token));
    now = start + 30.1 * DAY;
    expectError(await refresh(service, own, unused.refresh_token), 'invalid_grant');
    now = start + 59 * DAY;
    expectTokens(await refresh(service, own, next.refresh_token));
    expect(await reuses(own)).toEqual([]);
  });

  test('365 days after the authorization, however often it is used', async () => {
    const start = Date.now();
    let tokens = await tokensFor(service, client, visitor);
    for (let day = 29; day < 365; day += 29) {
      now = start + day * DAY;
      tokens = expectTokens(await refresh(service, client, tokens.refresh_token));
      expect(await lives(tokens.access_token)).toBe(true);
    }
    now = start + 364.97 * DAY;
    tokens = expectTokens(await refresh(service, client, tokens.refresh_token));
    now = start + 365.01 * DAY;
    expectError(await refresh(service, client, tokens.refresh_token), 'invalid_grant');
    expect(await lives(tokens.access_token)).toBe(false);
  });
});

test('an authorization keeps its 16 newest access tokens valid, and the answer to an older one says so', async () => {
  const issued = [await tokensFor(service, client, visitor)];
  for (let round = 0; round < 17; round += 1)
    issued.push(expectTokens(await refresh(service, client, issued.at(-1)?.refresh_token ?? '')));
  const answers = await Promise.all(issued.map((tokens) => me(replica, tokens.access_token)));
  expect(answers.map(({ status }) => status)).toEqual([401, 401, ...Array<number>(16).fill(200)]);
  const header = answers[0]?.headers.get('www-authenticate');
  expect(header).toContain('error="invalid_token"');
  expect(header).toContain('at most 16 valid access tokens');
  expect(await answers[0]?.text()).toContain('at most 16 valid access tokens');
});

test('a code that was never redeemed has no refresh token', async () => {
  const code = await codeFor(service, client, visitor);
  expectError(await refresh(service, client, code), 'invalid_grant');
  expect((await exchange(service, client, code)).status).toBe(200);
});
