import type { ClientRecord } from '../../../src/clients/record-store.js';
import {
  parseFilter,
  parseCursor,
  formatCursor,
  searchTerms,
  waitingSince,
} from '../../../src/clients/review/review-queue.js';
import type { ClientStatus } from '../../../src/clients/store.js';

const at = (day: number): Date => new Date(day * 86_400_000);

const record = (id: string, status: ClientStatus, change: Partial<ClientRecord> = {}): ClientRecord => ({
  client: {
    id,
    name: id,
    purpose: 'A purpose.',
    kind: 'public',
    status,
    legacy: false,
    migrating: false,
    resourceServer: false,
    version: 1,
    removedScopes: new Map(),
    allowedSchemes: [],
    redirectUris: [],
    scopes: [],
    ownerId: 1,
    managerIds: [1],
    testerIds: [],
    secrets: [],
    createdAt: at(1),
  },
  version: 1,
  owner: { id: 1, name: 'Ada', email: 'ada@example.com', createdAt: at(0) },
  contributorIds: [1],
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
])('waits: %s', (_, client, since) => {
  expect(waitingSince(client)).toEqual(since);
});

test.each([
  ['waiting', 'waiting'],
  ['approved', 'approved'],
  ['all', 'all'],
  ['no such filter', 'waiting'],
  ['undefined', 'waiting'],
])('the filter %s is %s', (text, filter) => {
  expect(parseFilter(text, [])).toBe(filter);
});

test('a search that names no filter is among all clients', () => {
  expect([parseFilter('', ['acme']), parseFilter('pending', ['acme'])]).toEqual(['all', 'pending']);
});

test.each<[string, readonly string[]]>([
  ['', []],
  [' \t\n ', []],
  ['acme', ['acme']],
  ['  Acme   Sync\tada@example.com ', ['Acme', 'Sync', 'ada@example.com']],
  ['a\0b\ud800c', ['a', 'b', 'c']],
  ['cafe\u0301', ['caf\u00e9']],
  ['1 2 3 4 5 6 7 8 9 10', ['1', '2', '3', '4', '5', '6', '7', '8']],
  ['x'.repeat(500), ['x'.repeat(100)]],
])('the search terms of %j', (text, message) => {
  expect(searchTerms(text)).toEqual(message);
});

describe('a cursor of the queue', () => {
  test('contains the time by which the queue is sorted, and the client', () => {
    const proposed = record('com.example.app', 'approved', { proposal });
    expect(formatCursor('waiting', proposed)).toBe(`${at(5).getTime()}.com.example.app`);
    expect(formatCursor('all', proposed)).toBe(`${at(1).getTime()}.com.example.app`);
    expect(parseCursor(formatCursor('waiting', proposed))).toEqual({ at: at(5), id: 'com.example.app' });
  });

  test.each([
    '',
    'undefined',
    '.',
    '12',
    '12.',
    '.abc',
    '-1.abc',
    '1e3.abc',
    '12.a b',
    '12.\u00e9',
    `${'9'.repeat(16)}.a`,
  ])('is refused when it is %j', (text) => {
    expect(parseCursor(text)).toBeUndefined();
  });
});
