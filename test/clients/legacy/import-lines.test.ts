import { parseLegacyFile } from '../../../src/clients/legacy/import-lines.js';

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
/** `line.property` of each fault. */
const faultsOf = (text: string): string[] =>
  parseLegacyFile(text).flatMap(({ line, faults }) =>
    faults.map(({ property }) => [line, property].filter((part) => part !== '').join('.')),
  );

test('a valid line is read with its defaults; empty lines and carriage returns are ignored', () => {
  const read = { ...LINE, purpose: 'Registered before scopes existed.', status: 'approved' };
  expect(parseLegacyFile(`\n${file(LINE)}\r\n\n`)).toEqual([{ line: 2, read, faults: [] }]);
});

test('a public client has no hashes', () => {
  expect(faultsOf(file({ ...LINE, kind: 'public', secret_hashes: [] }))).toEqual([]);
  expect(faultsOf(file({ ...LINE, kind: 'public' }))).toEqual(['1.secret_hashes']);
});

test.each<[string, string[]]>([
  ['{"client_id": ', ['1']],
  ['[]', ['1']],
  [file({ ...LINE, client_id: 7 }), ['1.client_id']],
  [file({ ...LINE, client_id: 'with space' }), ['1.client_id']],
  [file({ ...LINE, client_id: '' }), ['1.client_id']],
  [file({ ...LINE, kind: 'native' }), ['1.kind']],
  [file({ ...LINE, status: 'suspended' }), ['1.status']],
  [file({ ...LINE, secret_hashes: [] }), ['1.secret_hashes']],
  [file({ ...LINE, secret_hashes: [HASH, HASH, HASH] }), ['1.secret_hashes']],
  [file({ ...LINE, secret_hashes: ['plain-text-secret'] }), ['1.secret_hashes']],
  [file({ ...LINE, redirect_uris: undefined, name: undefined }), ['1.name', '1.redirect_uris']],
  [file({ ...LINE, redirect_uris: ['http://old.example/cb'] }), ['1.redirect_uris.0']],
  [file(LINE, LINE), ['2.client_id']],
  [
    file({ ...LINE, name: '' }, LINE, { ...LINE, client_id: 'b', purpose: '' }),
    ['1.name', '2.client_id', '3.purpose'],
  ],
])('case %#', (text, faults) => {
  expect(faultsOf(text)).toEqual(faults);
});

test('no fault repeats a hash', () => {
  const [parsed] = parseLegacyFile(file({ ...LINE, secret_hashes: ['plain-text-secret'] }));
  expect(JSON.stringify(parsed?.faults)).not.toContain('plain-text-secret');
});

test.each([
  ['{"client_id": ', 'is not a JSON object'],
  ['"text"', 'is not a JSON object'],
  [file({ ...LINE, name: 7 }), 'is missing or not a string'],
  [file({ ...LINE, kind: 'native' }), 'must be confidential or public'],
  [file({ ...LINE, redirect_uris: 'https://old.example/cb' }), 'is missing or not a list of strings'],
  [
    file({ ...LINE, redirect_uris: ['oldapp:/cb'], kind: 'public', secret_hashes: [] }),
    'scheme without a dot',
  ],
])('a fault is a sentence: %#', (text, message) => {
  expect(parseLegacyFile(text).flatMap(({ faults }) => faults)).toMatchObject([
    { message: expect.stringContaining(message) as string },
  ]);
});
