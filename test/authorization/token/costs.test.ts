/* What the endpoints that clients call ask of the stores, exactly. Times are measured by the bench alone. */
import { addSecret } from '../../../src/clients/rotate-secrets.js';
import { type CountedService, openCountedService } from '../../support/costs.js';
import {
  authorizeUrl,
  codeFor,
  exchange,
  introspect,
  refresh,
  revoke,
  tokensFor,
  visit,
} from '../../support/oauth.js';
import type { Visitor } from '../../support/oauth.js';
import type { TestClient } from '../../support/service.js';
import { until } from '../../support/until.js';

let service: CountedService;
let client: TestClient;
let visitor: Visitor;
beforeAll(async () => {
  service = await openCountedService();
  client = await service.client();
  visitor = await visit(service);
});
afterAll(() => service.close());

/** Of the second of two requests: the first one may read the run of the store. */
async function costOf(request: () => Promise<{ readonly status: number }>, expected = 200) {
  const answers: number[] = [];
  const ask = async () => answers.push((await request()).status);
  await ask();
  const costs = await service.costs(ask);
  expect(answers).toEqual([expected, expected]);
  const { artifacts, statements } = costs;
  return { artifacts, statements };
}

test('a code for tokens is one read, one swap and no statement', async () => {
  const codes = [await codeFor(service, client, visitor), await codeFor(service, client, visitor)];
  const costs = await costOf(() => exchange(service, client, codes.pop() ?? ''));
  expect(costs).toEqual({ artifacts: ['isCurrent', 'read', 'swap'], statements: [] });
});

test('a refresh is one read, one swap and no statement; so is one that narrows', async () => {
  let { refresh_token: token } = await tokensFor(service, client, visitor);
  for (const scope of [{}, { scope: 'PROFILE_READ' }]) {
    const costs = await costOf(async () => {
      const answer = await refresh(service, client, token, scope);
      token = answer.body.refresh_token;
      return answer;
    });
    expect(costs).toEqual({ artifacts: ['read', 'swap'], statements: [] });
  }
});

test('a code or token that is refused is one read, or none without the shape of one', async () => {
  const { access_token: access } = await tokensFor(service, client, visitor);
  const unknown = `sac_${'x'.repeat(65)}`;
  expect(await costOf(() => exchange(service, client, unknown), 400)).toMatchObject({ artifacts: ['read'] });
  expect(await costOf(() => refresh(service, client, access), 400)).toMatchObject({ artifacts: ['read'] });
  expect(await costOf(() => refresh(service, client, 'x'), 400)).toMatchObject({ artifacts: [] });
});

test('introspection is one read and no statement, for either token and any hint', async () => {
  const { access_token: access, refresh_token: second } = await tokensFor(service, client, visitor);
  for (const token of [access, second])
    for (const hint of [undefined, 'access_token', 'refresh_token'])
      expect(await costOf(() => introspect(service, client, token, { token_type_hint: hint }))).toEqual({
        artifacts: ['read'],
        statements: [],
      });
});

test('revoking is one read and one write', async () => {
  const tokens = [
    await tokensFor(service, client, visitor),
    await tokensFor(service, client, visitor),
  ] as const;
  const [accesses, seconds] = [tokens.map((one) => one.access_token), tokens.map((one) => one.refresh_token)];
  const ofAccess = await costOf(() => revoke(service, client, accesses.pop() ?? ''));
  expect(ofAccess).toEqual({ artifacts: ['read', 'swap'], statements: [] });
  const ofRefresh = await costOf(() => revoke(service, client, seconds.pop() ?? ''));
  expect(ofRefresh.artifacts).toEqual(['read', 'remove']);
});

test('a client is read once, and again after it was changed', async () => {
  const { access_token: token } = await tokensFor(service, client, visitor);
  const ask = () => introspect(service, client, token);
  const reads = async () => (await service.costs(ask)).clientReads;
  await until(async () => (await reads()) === 0);
  await addSecret(service.registry, client.clientId, { actor: 'test' });
  expect(await reads()).toBe(1);
  await until(async () => (await reads()) === 0);
});

test.each([
  ['PROFILE_READ', 8],
  // It concerns bookings of teams, too: one more finds it from there.
  ['BOOKING_READ', 9],
])('from the consent form for %s to the code are %i statements', async (scope, most) => {
  const page = await visitor.browser.get(authorizeUrl(service, client, { scope }));
  let code: string | null | undefined;
  const { statements, clientReads } = await service.costs(async () => {
    code = (await visitor.browser.submit(page, {}, 'allow')).left?.searchParams.get('code');
  });
  expect(code).toMatch(/^sac_/);
  expect(statements.length + clientReads).toBe(most);
});
