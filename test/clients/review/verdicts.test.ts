import type { ClientRecord } from '../../../src/clients/record-store.js';
import { mayReview } from '../../../src/clients/review/verdicts.js';

const record = (managerIds: readonly number[], contributorIds: readonly number[]): ClientRecord => ({
  client: {
    id: 'an id',
    name: 'Acme Sync',
    purpose: 'Copies bookings.',
    kind: 'public',
    status: 'pending',
    legacy: false,
    migrating: false,
    resourceServer: false,
    version: 1,
    removedScopes: new Map(),
    allowedSchemes: [],
    redirectUris: [],
    scopes: [],
    ownerId: 1,
    managerIds,
    testerIds: [],
    secrets: [],
    createdAt: new Date(0),
  },
  version: 1,
  owner: { id: 1, name: 'Ada', email: 'ada@example.com', createdAt: new Date(0) },
  contributorIds,
});

test.each([
  ['manages it', [7], [1], false],
  ['manages and made it', [7], [7], false],
  ['made it, and left the team that has it now', [1], [7], false],
  ['has nothing to do with it', [1], [1, 2], true],
])('an administrator who %s decides on it: %#', (_, managers, contributors, may) => {
  expect(mayReview(record(managers, contributors), 7)).toBe(may);
});
