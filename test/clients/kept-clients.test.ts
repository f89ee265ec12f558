import { createKeptClients } from '../../src/clients/kept-clients.js';
import type { Client } from '../../src/clients/store.js';

const row = (id: string, name: string): Client => ({
  ...{ id, name, version: 1, removedScopes: new Map(), purpose: 'Tests.', kind: 'confidential' },
  ...{ status: 'approved', legacy: false, migrating: false, resourceServer: false, ownerId: 1 },
  ...{ managerIds: [], allowedSchemes: [], testerIds: [], secrets: [], redirectUris: [], scopes: [] },
  createdAt: new Date(0),
});

/** A registry whose answers wait until a test lets them go. */
function createFixture() {
  const state = { name: 'first', revision: {} as object | undefined, changes: 0, reads: 0 };
  let gate: Promise<void> = Promise.resolve();
  const kept = createKeptClients({
    clients: {
      async find(id) {
        state.reads += 1;
        const found = id === 'unknown' ? undefined : row(id, state.name);
        await gate;
        return found;
      },
    },
    revision: () => state.revision,
    changes: () => state.changes,
  });
  return {
    state,
    nameOf: async (id = 'c') => (await kept.find(id))?.name,
    hold(): () => void {
      let open = (): void => undefined;
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return open;
    },
  };
}

test('a client is read once for a revision; an unknown one is read each time', async () => {
  const { nameOf, state } = createFixture();
  expect([await nameOf(), await nameOf(), await nameOf('d'), await nameOf('d')]).toEqual(
    Array.from({ length: 4 }, () => 'first'),
  );
  expect(state.reads).toBe(2);
  expect([await nameOf('unknown'), await nameOf('unknown')]).toEqual([undefined, undefined]);
  expect(state.reads).toBe(4);
});

test.each([
  ['the revision has moved', (state: { revision: object | undefined }) => (state.revision = {})],
  ['no revision is recent enough', (state: { revision: object | undefined }) => (state.revision = undefined)],
  ['this process has changed a client', (state: { changes: number }) => (state.changes += 1)],
])('it is read again when %s', async (_when, happen) => {
  const { nameOf, state } = createFixture();
  await nameOf();
  state.name = 'second';
  happen(state);
  expect(await nameOf()).toBe('second');
});

test('nothing is kept while no revision is recent enough', async () => {
  const { nameOf, state } = createFixture();
  state.revision = undefined;
  await nameOf();
  await nameOf();
  expect(state.reads).toBe(2);
});

test('a read that began before a change is not kept', async () => {
  const { nameOf, state, hold } = createFixture();
  const release = hold();
  const early = nameOf();
  Object.assign(state, { name: 'second', revision: {} });
  const later = nameOf();
  release();
  expect([await early, await later]).toEqual(['first', 'second']);
  expect(await nameOf()).toBe('second');
});
