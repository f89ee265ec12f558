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

test('parties carry the names they have now, and stay when they have none', () => {
  const { actor, subject } = presentEntry(entry({}), NAMES);
  expect([actor, subject]).toEqual([
    { id: 'account:1', name: 'Ada <ada@example.com>' },
    { id: 'client:c1', name: undefined },
  ]);
});

test.each([
  ['nothing', { facts: null, none: [] }, []],
  ['a text', { reason: 'It sends spam.' }, [{ label: 'Reason', lines: ['It sends spam.'] }]],
  ['a name of several words', { resourceServer: true }, [{ label: 'Resource server', lines: ['true'] }]],
  ['a list', { changed: ['name', 'bio'] }, [{ label: 'Changed', lines: ['name', 'bio'] }]],
  [
    'facts in facts',
    { firstUse: { at: '2026-11-21', network: '192.0.2.1' } },
    [{ label: 'First use', lines: ['at: 2026-11-21', 'network: 192.0.2.1'] }],
  ],
  ['what is deeper', { deep: [{ a: [1] }] }, [{ label: 'Deep', lines: ['{"a":[1]}'] }]],
  ['a party', { clientId: 'c2' }, [{ label: 'Client id', lines: ['c2'], name: 'Acme Sync' }]],
  [
    'an account by its number',
    { accountId: 1 },
    [{ label: 'Account id', lines: ['1'], name: 'Ada <ada@example.com>' }],
  ],
])('facts are shown as lines: %s', (_, facts, shown) => {
  expect(presentEntry(entry(facts), NAMES).facts).toEqual(shown);
});

test('changes are shown as before and after, and not among the facts', () => {
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

test('everybody named on a page is asked for once', () => {
  const entries = [entry({ clientId: 'c2', accountId: 1, owner: 7, account: { odd: true } }), entry({})];
  expect(partiesOf(entries)).toEqual(['account:1', 'client:c1', 'client:c2', 'account:7']);
});
