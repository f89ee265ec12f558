import type { ClientRecord } from '../../src/clients/record-store.js';
import { asFilter, queueOf, waitingSince } from '../../src/clients/review-queue.js';
import type { ClientStatus } from '../../src/clients/store.js';

const at = (day: number): Date => new Date(day * 86_400_000);

const record = (id: string, status: ClientStatus, change: Partial<ClientRecord> = {}): ClientRecord => ({
  client: {
    id,
    name: id,
    purpose: 'A purpose.',
    kind: 'public',
    status,
    legacy: false,
    resourceServer: false,
    redirectUris: [],
    scopes: [],
    ownerId: 1,
    testerIds: [],
    secrets: [],
    createdAt: at(1),
  },
  version: 1,
  owner: { id: 1, name: 'Ada', email: 'ada@example.com', createdAt: at(0) },
  ...change,
});

const proposal = { name: 'New', redirectUris: [], scopes: [], proposedAt: at(5) };

test.each<[string, ClientRecord, Date | undefined]>([
  ['a pending client, since it was made', record('a', 'pending', { editedAt: at(3) }), at(1)],
  ['a proposal, since it was made', record('a', 'approved', { proposal, editedAt: at(6) }), at(5)],
  ['a proposal of a suspended client', record('a', 'suspended', { proposal }), at(5)],
  ['a rejected client changed since', record('a', 'rejected', { editedAt: at(4) }), at(4)],
  [
    'not a refused proposal',
    record('a', 'approved', { proposal: { ...proposal, refusal: 'no' } }),
    undefined,
  ],
  ['not a rejected client as it was', record('a', 'rejected'), undefined],
  ['not an approved client whose purpose changed', record('a', 'approved', { editedAt: at(4) }), undefined],
])('waits: %s', (_, given, since) => {
  expect(waitingSince(given)).toEqual(since);
});

test('what waits longest stands first, and each filter shows its own', () => {
  const all = [
    record('approved', 'approved'),
    record('proposed', 'approved', { proposal }),
    record('pending', 'pending'),
    record('suspended', 'suspended'),
  ];
  const ids = (filter: string) => queueOf(all, asFilter(filter)).map(({ client }) => client.id);
  expect(ids('waiting')).toEqual(['pending', 'proposed']);
  expect(ids('approved')).toEqual(['proposed', 'approved']);
  expect(ids('all')).toEqual(['pending', 'proposed', 'approved', 'suspended']);
  expect(ids('no such filter')).toEqual(ids('waiting'));
});
