import type { AuditEntry } from '../../src/events/audit-log.js';
import { makeWorkplace, onlyLine, type Workplace } from './slotkey.js';

let place: Workplace;
let clientId: string;
beforeAll(async () => {
  place = await makeWorkplace();
  for (const [email, name] of [
    ['ann@app.example', 'Ann'],
    ['bo@app.example', 'Bo'],
  ] as const)
    await place.json(['user', 'add', '--email', email, '--name', name]);
  await place.json(['user', 'disable', 'bo@app.example']);
  const added = (await place.json([
    ...['client', 'add', '--owner', 'ann@app.example', '--name', 'Acme Sync', '--purpose', 'Copies.'],
    ...['--kind', 'confidential', '--redirect-uri', 'https://acme.example/cb', '--scope', 'PROFILE_READ'],
  ])) as { client_id: string };
  clientId = added.client_id;
});
afterAll(() => place.remove());

const actions = async (...args: readonly string[]): Promise<readonly string[]> =>
  ((await place.json(['audit', ...args])) as readonly AuditEntry[]).map(({ action }) => action);

const ALL = ['account.created', 'account.created', 'account.disabled', 'client.created'];
const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

test.each<readonly [string, () => readonly string[], readonly string[]]>([
  ['nothing', () => [], ALL],
  ['an actor', () => ['--actor', 'cli'], ALL],
  ['a person', () => ['--subject', 'BO@app.example'], ['account.created', 'account.disabled']],
  ['a client', () => ['--subject', clientId], ['client.created']],
  ['a first day to come', () => ['--since', day(1)], []],
  ['a last day gone by', () => ['--until', day(-1)], []],
  [
    'several at once',
    () => ['--action', 'account.created', '--subject', 'ann@app.example'],
    ['account.created'],
  ],
])('audit filters by %s, oldest first', async (_, args, found) => {
  expect(await actions(...args())).toEqual(found);
});

test('audit --lines prints one entry a line, the same as the document holds, with --json or without', async () => {
  const document = await place.json(['audit']);
  for (const more of [[], ['--json']]) {
    const { code, stdout } = await place.slotkey(['audit', '--lines', ...more]);
    expect(code).toBe(0);
    expect(stdout.endsWith('}\n')).toBe(true);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    ).toEqual(document);
  }
  expect((await place.slotkey(['audit', '--lines', '--action', 'none'])).stdout).toBe('');
});

test('audit without --json is a table', async () => {
  const { stdout } = await place.slotkey(['audit', '--subject', clientId]);
  expect(stdout).toMatch(
    new RegExp(`^at +actor +action +subject +facts\n\\S+ +cli +client.created +client:${clientId}`),
  );
  expect((await place.slotkey(['audit', '--action', 'none'])).stdout).toBe('Nothing has been recorded.\n');
});

test.each([
  ['--since', 'yesterday'],
  ['--until', '2026-02-30'],
])('audit %s %s wants a time', async (option, text) => {
  const outcome = await place.slotkey(['audit', option, text]);
  expect(outcome.code).toBe(2);
  expect(onlyLine(outcome)).toContain('Write a time like');
});

test('audit prune deletes what is older, and leaves a row that says so', async () => {
  expect(await place.json(['audit', 'prune', '--before', day(-1)])).toEqual({ entries: 0 });
  expect(await actions()).toEqual([...ALL, 'audit.pruned']);
  const late = await place.slotkey(['audit', 'prune', '--before', day(1)]);
  expect(onlyLine(late)).toBe('--before: That time is still to come.');
  const before = new Date().toISOString();
  expect(await place.json(['audit', 'prune', '--before', before])).toEqual({ entries: ALL.length + 1 });
  const [left, ...more] = (await place.json(['audit'])) as readonly AuditEntry[];
  expect(left).toMatchObject({ actor: 'cli', action: 'audit.pruned', subject: 'audit', facts: { before } });
  expect(more).toEqual([]);
});

test.each(['--actor', '--subject'])('audit %s names an account that is not there', async (option) => {
  const outcome = await place.slotkey(['audit', option, 'nobody@app.example']);
  expect(outcome.code).toBe(1);
  expect(onlyLine(outcome)).toBe('There is no account with the address nobody@app.example.');
});
