/*
 * Two replicas on machines whose clocks are ten minutes apart: codes, grace windows, lifetimes and sessions mean the same
 * to both.
 */
import type { ProcessClocks } from '../../adapters/store-clock.js';
import { type Backend, backendName, openBackend } from '../support/backend.js';
import { codeFor, exchange, introspect, me, refresh, tokensFor, visit } from '../support/oauth.js';
import { startService, type StartedService } from '../support/service.js';
import { openTwoReplicas, type TwoReplicas } from '../support/two-replicas.js';

const FIVE_MINUTES = 300_000;

const machine = (difference: number): ProcessClocks => {
  const wall = (): number => Date.now() + difference;
  return { steady: wall, wall };
};

describe.each([
  ['ahead of', FIVE_MINUTES, 'behind'],
  ['behind', -FIVE_MINUTES, 'ahead of'],
])(`a replica on a machine whose clock is %s the stores' (${backendName})`, (side, difference, other) => {
  let backend: Backend;
  let service: StartedService;
  let two: TwoReplicas;
  let replicas: readonly { readonly url: string }[];
  beforeAll(async () => {
    backend = await openBackend({}, undefined, { clocks: machine(difference) });
    service = await startService({ backend });
    two = await openTwoReplicas(service, machine(-difference));
    replicas = two.urls.map((url) => ({ url }));
  });
  afterAll(async () => {
    await service.close();
    await two.close();
    await backend.close();
  });

  test('exchanges codes of the other, and tells a double callback from a replay', async () => {
    const client = await service.client();
    const visitor = await visit(service);
    for (const [first, second] of [replicas, replicas.toReversed()]) {
      if (first === undefined || second === undefined) throw new Error('a replica is missing');
      const code = await codeFor(service, client, visitor);
      const { status, body } = await exchange(first, client, code);
      expect([status, body.expires_in]).toEqual([200, 1800]);
      expect((await exchange(second, client, code)).body.error).toBe('invalid_grant');
      for (const at of replicas) {
        expect((await me(at, body.access_token)).status).toBe(200);
        const { exp = 0 } = (await introspect(at, client, body.access_token)).body;
        expect(Math.abs(exp - Date.now() / 1000 - 1800)).toBeLessThan(120);
      }
    }
  });

  test('repeats a refresh of the other within the grace window', async () => {
    const client = await service.client();
    let { refresh_token: token } = await tokensFor(service, client, await visit(service));
    for (const [first, second] of [replicas, replicas.toReversed()]) {
      if (first === undefined || second === undefined) throw new Error('a replica is missing');
      const { body } = await refresh(first, client, token);
      const again = await refresh(second, client, token);
      expect([again.status, again.body.refresh_token]).toEqual([200, body.refresh_token]);
      token = body.refresh_token;
    }
  });

  test('says so', async () => {
    const warningsOf = async ({ url }: { readonly url: string }): Promise<unknown> => {
      const answer = await fetch(`${url}/readyz`);
      return [answer.status, ((await answer.json()) as { readonly warnings?: unknown }).warnings];
    };
    const warning = (of: string) => ({
      store: 'clock',
      reason: expect.stringContaining(`more than 2 seconds ${of}`),
    });
    const [warnings, others] = await Promise.all(replicas.map(warningsOf));
    expect(warnings).toEqual([200, expect.arrayContaining([warning(side)])]);
    expect(others).toEqual([200, expect.arrayContaining([warning(other)])]);
  });
});
