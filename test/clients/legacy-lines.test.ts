import { parseLegacyFile } from '../../src/clients/legacy-lines.js';

const HASH = `sha256:${'0'.repeat(64)}`;
const LINE = {
  client_id: 'legacy-1',
  name: 'Old Sync',
  kind: 'confidential',
  owner: 'owner@app.example',
  redirect_uris: ['https://old.example/cb'],
  secret_hashes: [HASH],
};
const file = (...lines: object[]): string => lines.map((line) => JSON.stringify(line)).join('\n');
const faultsOf = (text: string): string[] => parseLegacyFile(text).faults.map(({ property }) => property);

test('a good line is read, with its defaults; empty lines and carriage returns are nothing', () => {
  const { lines, faults } = parseLegacyFile(`\n${file(LINE)}\r\n\n`);
  expect(faults).toEqual([]);
  expect(lines).toEqual([
    { ...LINE, purpose: 'Registered before scopes existed.', status: 'approved', lineNumber: 2 },
  ]);
});

test('a public client brings no hashes', () => {
  expect(faultsOf(file({ ...LINE, kind: 'public', secret_hashes: [] }))).toEqual([]);
  expect(faultsOf(file({ ...LINE, kind: 'public' }))).toEqual(['lines.1.secret_hashes']);
});

test.each<[string, string[]]>([
  ['{"client_id": ', ['lines.1']],
  ['[]', ['lines.1']],
  [file({ ...LINE, client_id: 7 }), ['lines.1.client_id']],
  [file({ ...LINE, client_id: 'with space' }), ['lines.1.client_id']],
  [file({ ...LINE, client_id: '' }), ['lines.1.client_id']],
  [file({ ...LINE, kind: 'native' }), ['lines.1.kind']],
  [file({ ...LINE, status: 'suspended' }), ['lines.1.status']],
  [file({ ...LINE, secret_hashes: [] }), ['lines.1.secret_hashes']],
  [file({ ...LINE, secret_hashes: [HASH, HASH, HASH] }), ['lines.1.secret_hashes']],
  [file({ ...LINE, secret_hashes: ['plain-text-secret'] }), ['lines.1.secret_hashes']],
  [file({ ...LINE, redirect_uris: ['http://old.example/cb'] }), ['lines.1.redirect_uris.0']],
  [file(LINE, LINE), ['lines.2.client_id']],
  [
    file({ ...LINE, name: '' }, LINE, { ...LINE, client_id: 'b', purpose: '' }),
    ['lines.1.name', 'lines.3.purpose', 'lines.2.client_id'],
  ],
])('case %#', (text, faults) => {
  expect(faultsOf(text)).toEqual(faults);
});

test('no fault repeats a hash', () => {
  const { faults } = parseLegacyFile(file({ ...LINE, secret_hashes: ['plain-text-secret'] }));
  expect(JSON.stringify(faults)).not.toContain('plain-text-secret');
});
