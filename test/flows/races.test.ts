/*
 * Many requests with one credential, let go at the same moment at two replicas: RACE_ROUNDS rounds of RACE_RUNNERS
 * each. Every round has exactly one winner. The secrets of one client are raced for too, by two forms at a time.
 */
import { CERTAIN } from '../../views/parts/confirmation.js';
import { type Backend, backendOn } from '../support/backend.js';
import { codeFor, credentials, me, refresh, tokensFor, visit } from '../support/oauth.js';
import type { OAuthError, Tokens, Visitor } from '../support/oauth.js';
import type { Page } from '../support/browser.js';
import { holdRaw } from '../support/raw-request.js';
import type { RawAnswer, RawRequest } from '../support/raw-request.js';
import { countRecords, keepsInRedis, redisBytes } from '../support/records.js';
import { REDIRECT_URI, type Replica, type TestClient, useService } from '../support/service.js';

const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 100);
const RUNNERS = Number(process.env['RACE_RUNNERS'] ?? 6);
const HALF_HOUR = 1_800_000;

const service = useService({ clock: () => now ?? Date.now() });
let replica: Replica;
let own: Backend | undefined;
let client: TestClient;
let visitor: Visitor;
let now: number | undefined;
beforeAll(async () => {
  const { env } = service.backend;
  if (env['DATABASE_URL'] !== undefined) own = await backendOn(env);
  // Connections of its own, where the stores are not those of one process.
  replica = await service.replica(own);
  client = await service.client();
  visitor = await visit(service);
});
afterEach(() => {
  now = undefined;
});
afterAll(async () => {
  await own?.close();
});

interface Finish {
  readonly status: number;
  readonly body: Tokens & OAuthError;
}

type Fields = Readonly<Record<string, string>>;

const posted = (path: string, fields: Fields, headers: Fields = {}): RawRequest => ({
  method: 'POST',
  path,
  headers: {
    host: new URL(service.url).host,
    'content-type': 'application/x-www-form-urlencoded',
    ...headers,
  },
  body: new URLSearchParams(fields).toString(),
});

/** All requests are connected, and none has sent its body, when the first is released. */
async function letGo(requests: readonly RawRequest[]): Promise<readonly RawAnswer[]> {
  const held = await Promise.all(
    requests.map((request, at) => holdRaw((at % 2 === 0 ? service : replica).url, request)),
  );
  return Promise.all(held.map((send) => send()));
}

async function race(fields: Fields): Promise<readonly Finish[]> {
  const request = posted('/v2/auth/oauth2/token', { ...credentials(client), ...fields });
  const answers = await letGo(Array.from({ length: RUNNERS }, () => request));
  return answers.map(({ status, text }) => ({ status, body: JSON.parse(text) as Finish['body'] }));
}

const lives = async (token: string): Promise<boolean> => (await me(replica, token)).status === 200;

test('one code is redeemed once, round after round', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const code = await codeFor(service, client, visitor);
    const finishes = await race({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI });
    const winners = finishes.filter(({ status }) => status === 200);
    const losers = finishes.filter(({ status }) => status !== 200);
    expect(winners).toHaveLength(1);
    expect(
      losers.filter(({ status, body }) => status === 400 && body.error === 'invalid_grant'),
    ).toHaveLength(RUNNERS - 1);
    expect(await lives(winners[0]?.body.access_token ?? '')).toBe(true);
  }
}, 300_000);

test('one refresh token has one successor, round after round', async () => {
  let tokens = await tokensFor(service, client, visitor);
  for (let round = 0; round < ROUNDS; round += 1) {
    const finishes = await race({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token });
    expect(finishes.filter(({ status }) => status === 200)).toHaveLength(RUNNERS);
    expect(new Set(finishes.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    tokens = finishes[0]?.body ?? tokens;
    expect(await lives(tokens.access_token)).toBe(true);
  }
}, 300_000);

describe('the secrets of one client', () => {
  let id: string;
  let page: Page;
  beforeAll(async () => {
    ({ clientId: id } = await service.client({}, { ownerId: visitor.user.account.id }));
    page = await visitor.browser.get(`/settings/developer/clients/${id}`);
  });

  const secretIds = async (): Promise<readonly string[]> =>
    ((await service.stores.clients.clients.find(id))?.secrets ?? []).map((secret) => secret.id);

  /** The form of the page, or the one that removes a secret. */
  async function form(secretId?: string): Promise<RawRequest> {
    const csrf = page.root.querySelector('[name=csrf]')?.getAttribute('value') ?? '';
    const path = `/settings/developer/clients/${id}/secrets`;
    const cookie = await visitor.browser.jar.getCookieString(service.url);
    return secretId === undefined
      ? posted(path, { csrf }, { cookie })
      : posted(`${path}/${secretId}/removal`, { csrf, [CERTAIN.name]: CERTAIN.value }, { cookie });
  }

  const statuses = (answers: readonly RawAnswer[]): readonly number[] =>
    answers.map(({ status }) => status).toSorted((a, b) => a - b);

  test('of two parallel additions and two parallel removals one each succeeds, round after round', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      expect(statuses(await letGo([await form(), await form()]))).toEqual([201, 409]);
      const [first = '', second = '', ...more] = await secretIds();
      expect([second === '', more]).toEqual([false, []]);
      expect(statuses(await letGo([await form(first), await form(second)]))).toEqual([303, 409]);
      expect(await secretIds()).toHaveLength(1);
    }
  }, 300_000);

  test('are one or two during a parallel addition and removal, as the responses say', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await secretIds();
      const removed = before[round % before.length] ?? '';
      const [added, taken] = await letGo([await form(), await form(removed)]);
      const after = await secretIds();
      expect([1, 2]).toContain(after.length);
      expect([201, 409]).toContain(added?.status);
      expect([303, 409]).toContain(taken?.status);
      expect(after.includes(removed)).toBe(taken?.status === 409);
      const grown = Number(added?.status === 201) - Number(taken?.status === 303);
      expect(after.length - before.length).toBe(grown);
    }
  }, 300_000);
});

async function familyRecords(): Promise<readonly string[]> {
  const owner = `account:${visitor.user.account.id}`;
  return (await service.stores.artifacts.ownedBy('family', owner)).map(({ value }) => value);
}

test('an installation is one record of less than a kilobyte, however often it is refreshed', async () => {
  visitor = await visit(service);
  let tokens = await tokensFor(service, client, visitor);
  const before = await countRecords(service.backend.env);
  for (let round = 0; round < 20; round += 1) {
    now = (now ?? Date.now()) + HALF_HOUR;
    const answer = await refresh(round % 2 === 0 ? service : replica, client, tokens.refresh_token);
    expect(answer.status).toBe(200);
    tokens = answer.body;
  }
  expect(await countRecords(service.backend.env)).toBe(before);
  const [record = '', ...more] = await familyRecords();
  expect(more).toEqual([]);
  expect(record.length).toBeLessThan(1024);
  if (!keepsInRedis(service.backend.env)) return;
  const { id } = visitor.user.account;
  const [owned] = await service.stores.artifacts.ownedBy('family', `account:${id}`);
  expect(await redisBytes(service.backend.env, `slotkey:{${owned?.key}}:family`)).toBeLessThan(1200);
});
