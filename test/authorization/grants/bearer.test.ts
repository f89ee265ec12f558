import type { ArtifactStore } from '../../../src/artifacts/store.js';
import type { Blocklist } from '../../../src/clients/store.js';
import { createAccessBlocklist } from '../../../src/authorization/grants/access-blocklist.js';
import { createVerifyToken } from '../../../src/authorization/grants/bearer.js';
import { createFamilies } from '../../../src/authorization/grants/families.js';
import { readScope } from '../../../src/authorization/grants/scope-record.js';
import type { Family } from '../../../src/authorization/grants/token-family.js';
import { mint, newFamilyId, tokenHash } from '../../../src/authorization/grants/tokens.js';
import { createKeyRing, type KeyRing } from '../../../src/keys/key-ring.js';
import { backendName, openBackend, type Backend } from '../../support/backend.js';

const NOTHING_BLOCKED: Blocklist = {
  blockedClients: new Set(),
  pendingClients: new Map(),
  disabledAccounts: new Set(),
  removedScopes: new Map(),
};
const HOUR_MS = 3_600_000;

let backend: Backend;
beforeAll(async () => {
  backend = await openBackend();
});
afterAll(() => backend.close());

/** Counts what a call costs. */
function counting({ artifacts, ring }: { readonly artifacts: ArtifactStore; readonly ring: KeyRing }) {
  const counts = { reads: 0, hashes: 0 };
  return {
    counts,
    artifacts: {
      ...artifacts,
      read(...asked: Parameters<ArtifactStore['read']>) {
        counts.reads += 1;
        return artifacts.read(...asked);
      },
    },
    keys: {
      ...ring,
      hashes(...asked: Parameters<KeyRing['hashes']>) {
        counts.hashes += 1;
        return ring.hashes(...asked);
      },
    },
  };
}

async function createFixture() {
  const ring = createKeyRing(['a key of the test that is long enough for it']);
  const families = createFamilies(backend.stores.artifacts);
  const [id, born] = [newFamilyId(), backend.stores.now()];
  const token = mint('access', id);
  const time = { passed: 0 };
  const until = born + HOUR_MS;
  const scope = readScope('PROFILE_READ BOOKING_READ');
  const ends = born + 24 * HOUR_MS;
  const access = [{ hash: tokenHash(ring, token), until }];
  await families.open(id, { client: 'c1', account: 7, scope, born, ends, access });
  const { counts, artifacts, keys } = counting({ artifacts: backend.stores.artifacts, ring });
  let blocked = NOTHING_BLOCKED;
  const store = {
    revision: () =>
      Promise.resolve(JSON.stringify([...blocked.blockedClients, ...blocked.removedScopes.keys()])),
    read: async () => ({ ...blocked, revision: await store.revision() }),
  };
  // Read again with every call.
  let readings = 0;
  const blocklist = createAccessBlocklist(store, () => (readings += 1000));
  const clock = () => born + time.passed;
  return {
    token,
    counts,
    time,
    verify: createVerifyToken({ artifacts, keys, blocklist, clock }),
    change: (changed: Partial<Family>) =>
      families.change(id, (family) => ({ kind: 'changed', family: { ...family, ...changed } })),
    revoke: () => families.revoke(id),
    block: (changed: Partial<Blocklist>) => void (blocked = { ...NOTHING_BLOCKED, ...changed }),
  };
}

describe(`an access token on ${backendName}`, () => {
  test('is read with every call, and hashed again only when its record has changed', async () => {
    const { token, verify, counts, change } = await createFixture();
    for (let call = 0; call < 3; call += 1) expect(await verify(token)).toMatchObject({ accountId: 7 });
    expect(counts).toEqual({ reads: 3, hashes: 1 });
    await change({ scope: readScope('BOOKING_READ') });
    expect((await verify(token))?.scope).toEqual(readScope('BOOKING_READ'));
    expect(counts).toEqual({ reads: 4, hashes: 2 });
  });

  test.each<[string, (fixture: Awaited<ReturnType<typeof createFixture>>) => unknown]>([
    ['its grant is revoked', ({ revoke }) => revoke()],
    ['it is replaced', ({ change }) => change({ access: [] })],
    ['it expires', ({ time }) => (time.passed = HOUR_MS)],
    ['its client is blocked', ({ block }) => block({ blockedClients: new Set(['c1']) })],
    [
      'its account is disabled',
      ({ block }) => block({ disabledAccounts: new Set([7]), blockedClients: new Set(['other']) }),
    ],
  ])('that was verified before is refused once %s', async (_, end) => {
    const fixture = await createFixture();
    expect(await fixture.verify(fixture.token)).toBeDefined();
    await end(fixture);
    expect(await fixture.verify(fixture.token)).toBeUndefined();
  });

  test('that was verified before loses the scopes of its client', async () => {
    const { token, verify, block } = await createFixture();
    expect(await verify(token)).toBeDefined();
    block({ removedScopes: new Map([['c1', new Map([['PROFILE_READ', 2]])]]) });
    expect((await verify(token))?.scope).toEqual(readScope('BOOKING_READ'));
    block({});
    expect((await verify(token))?.scope).toEqual(readScope('PROFILE_READ BOOKING_READ'));
  });

  test('does not pass for another one of the same grant', async () => {
    const { token, verify } = await createFixture();
    expect(await verify(token)).toBeDefined();
    expect(await verify(token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A'))).toBeUndefined();
  });
});
