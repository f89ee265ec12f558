import { partiesOf, presentEntry } from '../../../src/web/audit/presenter.js';
import type { AuditEntry } from '../../../src/events/audit-log.js';

const entry = (facts: AuditEntry['facts']): AuditEntry => ({
  id: 'e1',
  at: new Date(0),
  actor: 'account:1',
  action: 'client.edited',
  subject: 'client:c1',
  facts,
});
const NAMES = new Map([
  ['account:1', 'Ada <ada@example.com>'],
  ['client:c2', 'Acme Sync'],
]);

test('parties have their current names, or only their ids', () => {
  const { actor, subject } = presentEntry(entry({}), NAMES);
  expect([actor, subject]).toEqual([
    { id: 'account:1', name: 'Ada <ada@example.com>' },
    { id: 'client:c1', name: undefined },
  ]);
});

test.each([
  ['nothing', { facts: null, none: [] }, []],
  ['a text', { reason: 'It sends spam.' }, [{ label: 'Reason', lines: ['It sends spam.'] }]],
  ['a name of several parts', { resourceServer: true }, [{ label: 'Resource server', lines: ['true'] }]],
  ['a list', { changed: ['name', 'bio'] }, [{ label: 'Changed', lines: ['name', 'bio'] }]],
  [
    'nested facts',
    { firstUse: { at: '2026-11-21', network: '192.0.2.1' } },
    [{ label: 'First use', lines: ['at: 2026-11-21', 'network: 192.0.2.1'] }],
  ],
  ['a nested value', { deep: [{ a: [1] }] }, [{ label: 'Deep', lines: ['{"a":[1]}'] }]],
  ['a party', { clientId: 'c2' }, [{ label: 'Client id', lines: ['c2'], name: 'Acme Sync' }]],
  [
    'an account by its number',
    { accountId: 1 },
    [{ label: 'Account id', lines: ['1'], name: 'Ada <ada@example.com>' }],
  ],
])('presents facts as lines: %s', (_, facts, expected) => {
  expect(presentEntry(entry(facts), NAMES).facts).toEqual(expected);
});

test('presents changes as before and after, apart from the facts', () => {
  const changed = [
    { field: 'name', before: ['Old'], after: ['New'] },
    { field: 'redirectUris', before: ['https://a.example', 'https://b.example'], after: [] },
  ];
  const { facts, changes } = presentEntry(entry({ changed, legacy: false }), NAMES);
  expect(facts.map(({ label }) => label)).toEqual(['Legacy']);
  expect(changes).toEqual([
    {
      label: 'Changed',
      changes: [
        { label: 'Name', before: ['Old'], after: ['New'], look: 'exact' },
        {
          label: 'Redirect uris',
          before: ['https://a.example', 'https://b.example'],
          after: [],
          look: 'exact',
        },
      ],
    },
  ]);
});

test('lists each party of the entries once', () => {
  const entries = [entry({ clientId: 'c2', accountId: 1, owner: 7, account: { odd: true } }), entry({})];
  expect(partiesOf(entries)).toEqual(['account:1', 'client:c1', 'client:c2', 'account:7']);
});
