/* The store applied a request, but its response was lost: the client's next attempt must find its tokens. */
import { codeFor, exchange, me, refresh, tokensFor, visit } from '../support/oauth.js';
import type { TokenAnswer, Visitor } from '../support/oauth.js';
import type { Service, TestClient } from '../support/service.js';
import { until } from '../support/until.js';
import { openFaultFixture } from './fault-fixture.js';
import type { FaultFixture } from './fault-fixture.js';

/** How the one write of a token request begins, in the words of each store: `eval` and `evalsha` are Redis' scripts. */
describe.each([
  ['redis', 'eval'],
  ['postgres', 'update artifact set version'],
] as const)('on %s', (keptIn, write) => {
  let fixture: FaultFixture;
  let service: Service;
  let client: TestClient;
  let visitor: Visitor;
  beforeAll(async () => {
    fixture = await openFaultFixture(keptIn);
    ({ service } = fixture);
    client = await service.client();
    visitor = await visit(service);
  });
  beforeEach(() => until(async () => (await fetch(`${service.url}/readyz`)).status === 200));
  afterAll(() => fixture.close());

  let losing = 0;
  function lose(times: number): void {
    losing = times;
    fixture.proxy?.lose(write, times);
  }
  function expectLost(atLeast: number): void {
    expect(losing - (fixture.proxy?.pending ?? 0)).toBeGreaterThanOrEqual(atLeast);
    lose(0);
  }

  async function expectTokens(answer: TokenAnswer): Promise<TokenAnswer> {
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    expect((await me(service, answer.body.access_token)).status).toBe(200);
    return answer;
  }

  /** As a client would: again after each 503, until the service has its store back. */
  async function insist(attempt: () => Promise<TokenAnswer>): Promise<TokenAnswer> {
    let answer = await attempt();
    await until(async () => {
      if (answer.status !== 503) return true;
      expect(answer.body.error).toBe('temporarily_unavailable');
      answer = await attempt();
      return false;
    });
    return answer;
  }

  test.each([1, 2, 3])('a code is redeemed although the response is lost %d times', async (times) => {
    const code = await codeFor(service, client, visitor);
    lose(times);
    const answer = await expectTokens(await insist(() => exchange(service, client, code)));
    expectLost(times);
    await expectTokens(await refresh(service, client, answer.body.refresh_token));
    expect((await exchange(service, client, code)).body.error).toBe('invalid_grant');
  });

  test.each([1, 2, 3])('a refresh token is renewed although the response is lost %d times', async (times) => {
    const { refresh_token: token } = await tokensFor(service, client, visitor);
    lose(times);
    const answer = await expectTokens(await insist(() => refresh(service, client, token)));
    // A repeat that finds its answer writes nothing.
    expectLost(1);
    expect((await refresh(service, client, token)).body).toEqual(answer.body);
    await expectTokens(await refresh(service, client, answer.body.refresh_token));
  });

  test('a refresh on another replica finds the same tokens', async () => {
    const replica = await service.replica();
    const { refresh_token: token } = await tokensFor(service, client, visitor);
    lose(2);
    await refresh(service, client, token);
    expectLost(1);
    const answer = await expectTokens(await insist(() => refresh(replica, client, token)));
    expect((await refresh(service, client, token)).body).toEqual(answer.body);
  });
});
