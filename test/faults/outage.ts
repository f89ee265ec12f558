/* What holds during an outage of any store: docs/contract.md sections 5 and 6. */
import { createBrowser } from '../support/browser.js';
import {
  authorizeUrl,
  codeFor,
  exchange,
  introspect,
  me,
  refresh,
  revoke,
  tokensFor,
  visit,
} from '../support/oauth.js';
import type { Tokens, Visitor } from '../support/oauth.js';
import type { Replica, Service, TestClient } from '../support/service.js';
import { until } from '../support/until.js';
import type { FaultFixture, Victim } from './fault-fixture.js';

/** The stores' deadline is a second; the rest is for the machine. */
const TIMEOUT_MS = 1900;

interface Fault {
  readonly name: string;
  readonly begin: (victim: Victim) => Promise<void>;
  readonly end: (victim: Victim) => Promise<void>;
}

export const FROZEN: Fault = {
  name: 'frozen',
  begin: (victim) => victim.freeze(),
  end: (victim) => victim.thaw(),
};
export const KILLED: Fault = {
  name: 'killed',
  begin: (victim) => victim.crash(),
  end: (victim) => victim.restart(),
};

async function timed<T>(work: Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work;
  expect(performance.now() - start).toBeLessThan(TIMEOUT_MS);
  return result;
}

interface Refusal {
  readonly status: number;
  readonly headers: Headers;
  readonly body?: unknown;
}

function expectTemporary({ status, headers, body }: Refusal): void {
  expect([status, (body as { error?: string } | undefined)?.error]).toEqual([503, 'temporarily_unavailable']);
  expect(headers.get('retry-after')).toBe('1');
  expect(headers.get('cache-control')).toBe('no-store');
}

const probe = async (service: Service, path: string): Promise<number> =>
  (await fetch(service.url + path)).status;

interface OutageFixture {
  readonly service: Service;
  readonly replica: Replica;
  readonly client: TestClient;
  readonly visitor: Visitor;
  readonly tokens: Tokens;
  readonly code: string;
}

async function outageFixture(service: Service, replica: Replica): Promise<OutageFixture> {
  await until(async () => (await probe(service, '/readyz')) === 200);
  const [client, visitor] = [await service.client(), await visit(service)];
  const tokens = await tokensFor(service, client, visitor);
  return { service, replica, client, visitor, tokens, code: await codeFor(service, client, visitor) };
}

async function expectEverythingRefused({
  service,
  replica,
  client,
  tokens,
  code,
}: OutageFixture): Promise<void> {
  const { access_token: access, refresh_token: renewing } = tokens;
  expectTemporary(await timed(exchange(service, client, code)));
  expectTemporary(await timed(refresh(service, client, renewing)));
  expectTemporary(await timed(introspect(service, client, access)));
  expectTemporary(await timed(revoke(service, client, access)));
  for (const at of [service, replica]) {
    const call = await timed(me(at, access));
    expect([call.status, call.headers.get('retry-after'), call.headers.get('www-authenticate')]).toEqual([
      503,
      '1',
      null,
    ]);
  }
}

/** Redirected to the client, or a page of the service; never a 500, never a code. */
async function expectAuthorizeRefused({ service, client, visitor }: OutageFixture): Promise<void> {
  for (const browser of [visitor.browser, createBrowser(service.url)]) {
    const response = await timed(browser.raw(authorizeUrl(service, client)));
    const location = response.headers.get('location');
    if (location === null) expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    else expect(new URL(location).searchParams.get('error')).toBe('temporarily_unavailable');
  }
}

async function expectNothingLost({ service, replica, client, tokens, code }: OutageFixture): Promise<void> {
  await until(async () => (await me(service, tokens.access_token)).status !== 503);
  await until(async () => (await me(replica, tokens.access_token)).status !== 503);
  expect((await me(service, tokens.access_token)).status).toBe(200);
  const exchanged = await exchange(service, client, code);
  expect([exchanged.status, exchanged.body.error]).toEqual([200, undefined]);
  const refreshed = await refresh(replica, client, tokens.refresh_token);
  expect([refreshed.status, refreshed.body.error]).toEqual([200, undefined]);
  expect((await me(service, exchanged.body.access_token)).status).toBe(200);
}

const EXPECTED: readonly string[] = [
  'refresh 200',
  'refresh 503 temporarily_unavailable',
  'call 200',
  'call 503',
];
type Heard = 'refresh 200' | 'refresh 503 temporarily_unavailable';

/** Clients that refresh and call without a pause, and retry after each 503. */
function startTraffic({ service, replica, client }: OutageFixture, chains: readonly Tokens[]) {
  const seen = new Map<string, number>();
  let over = false;
  const note = (outcome: string): void => void seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
  const surprises = (): readonly string[] =>
    [...seen.keys()].filter((outcome) => !EXPECTED.includes(outcome));
  async function renew(tokens: Tokens): Promise<Tokens> {
    let { refresh_token: token } = tokens;
    let last = tokens;
    while (!over && surprises().length === 0) {
      const { status, body } = await refresh(service, client, token);
      note(status === 200 ? 'refresh 200' : `refresh ${status} ${body.error}`);
      if (status === 200) [token, last] = [body.refresh_token, body];
      const call = await me(replica, last.access_token);
      note(`call ${call.status}`);
    }
    return last;
  }
  const running = Promise.all(chains.map(renew));
  return {
    /** The count of an outcome; throws after any unexpected outcome. */
    count(outcome: Heard): number {
      expect(surprises()).toEqual([]);
      return seen.get(outcome) ?? 0;
    },
    async stop(): Promise<readonly Tokens[]> {
      over = true;
      return running;
    },
  };
}

export function describeOutage(
  of: 'postgres' | 'artifacts',
  fault: Fault,
  fixture: () => FaultFixture,
): void {
  describe(`while ${of === 'postgres' ? 'PostgreSQL' : 'the store of tokens'} is ${fault.name}`, () => {
    test('every request is 503 within about a second, and no code or token is used up', async () => {
      const { service, [of]: victim } = fixture();
      const here = await outageFixture(service, await service.replica());
      const consent = await here.visitor.browser.get(authorizeUrl(service, here.client));
      expect(await probe(service, '/readyz')).toBe(200);
      await fault.begin(victim);
      try {
        // A replica knows clients and suspensions for a second.
        for (const at of [service, here.replica]) {
          await until(
            async () => (await introspect(at, here.client, here.tokens.access_token)).status === 503,
          );
          await until(async () => (await me(at, here.tokens.access_token)).status === 503);
        }
        await expectEverythingRefused(here);
        await expectAuthorizeRefused(here);
        const allowed = await timed(here.visitor.browser.submit(consent, {}, 'allow'));
        expect([allowed.status, allowed.left]).toEqual([503, undefined]);
        expect(await probe(service, '/readyz')).toBe(503);
        expect(await probe(service, '/healthz')).toBe(200);
      } finally {
        await fault.end(victim);
      }
      await expectNothingLost(here);
      await until(async () => (await probe(service, '/readyz')) === 200);
      const again = await here.visitor.browser.submit(consent, {}, 'allow');
      expect(again.left?.searchParams.get('code')).toMatch(/^sac_/);
    });

    test('clients under load receive only 200 and 503, and all of them continue afterwards', async () => {
      const { service, [of]: victim } = fixture();
      const here = await outageFixture(service, await service.replica());
      const chains = await Promise.all(
        Array.from({ length: 4 }, () => tokensFor(service, here.client, here.visitor)),
      );
      const traffic = startTraffic(here, chains);
      let last: readonly Tokens[] = [];
      try {
        await until(() => Promise.resolve(traffic.count('refresh 200') >= 20));
        await fault.begin(victim);
        await until(() => Promise.resolve(traffic.count('refresh 503 temporarily_unavailable') >= 4));
        await fault.end(victim);
        const before = traffic.count('refresh 200');
        await until(() => Promise.resolve(traffic.count('refresh 200') >= before + 20));
      } finally {
        last = await traffic.stop();
      }
      for (const tokens of last) expect((await me(service, tokens.access_token)).status).toBe(200);
    });
  });
}
