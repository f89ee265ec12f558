import type { AuditEntry } from '../../src/events/audit-log.js';
import { createCliFixture, onlyLine, type CliFixture } from './slotkey.js';

let cli: CliFixture;
let clientId: string;
beforeAll(async () => {
  cli = await createCliFixture();
  for (const [email, name] of [
    ['ann@app.example', 'Ann'],
    ['bo@app.example', 'Bo'],
  ] as const)
    await cli.json(['user', 'add', '--email', email, '--name', name]);
  await cli.json(['user', 'disable', 'bo@app.example']);
  const added = (await cli.json([
    ...['client', 'add', '--owner', 'ann@app.example', '--name', 'Acme Sync', '--purpose', 'Copies.'],
    ...['--kind', 'confidential', '--redirect-uri', 'https://acme.example/cb', '--scope', 'PROFILE_READ'],
  ])) as { client_id: string };
  clientId = added.client_id;
});
afterAll(() => cli.remove());

const actions = async (...args: readonly string[]): Promise<readonly string[]> =>
  ((await cli.json(['audit', ...args])) as readonly AuditEntry[]).map(({ action }) => action);

const ALL = ['account.created', 'account.created', 'account.disabled', 'client.created'];
const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

test.each<readonly [string, () => readonly string[], readonly string[]]>([
  ['nothing', () => [], ALL],
  ['an actor', () => ['--actor', 'cli'], ALL],
  ['an account', () => ['--subject', 'BO@app.example'], ['account.created', 'account.disabled']],
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

test('audit --lines prints one entry per line, the same entries as --json', async () => {
  const document = await cli.json(['audit']);
  for (const more of [[], ['--json']]) {
    const { code, stdout } = await cli.slotkey(['audit', '--lines', ...more]);
    expect(code).toBe(0);
    expect(stdout.endsWith('}\n')).toBe(true);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    ).toEqual(document);
  }
  expect((await cli.slotkey(['audit', '--lines', '--action', 'none'])).stdout).toBe('');
});

test('audit without --json prints a table', async () => {
  const { stdout } = await cli.slotkey(['audit', '--subject', clientId]);
  expect(stdout).toMatch(
    new RegExp(`^at +actor +action +subject +facts\n\\S+ +cli +client.created +client:${clientId}`),
  );
  expect((await cli.slotkey(['audit', '--action', 'none'])).stdout).toBe('Nothing has been recorded.\n');
});

test.each([
  ['--since', 'yesterday'],
  ['--until', '2026-02-30'],
])('audit %s %s requires a time', async (option, text) => {
  const outcome = await cli.slotkey(['audit', option, text]);
  expect(outcome.code).toBe(2);
  expect(onlyLine(outcome)).toContain('Write a time like');
});

test('audit prune deletes what is older, and leaves a row that says so', async () => {
  expect(await cli.json(['audit', 'prune', '--before', day(-1)])).toEqual({ entries: 0 });
  expect(await actions()).toEqual([...ALL, 'audit.pruned']);
  const late = await cli.slotkey(['audit', 'prune', '--before', day(1)]);
  expect(onlyLine(late)).toBe('--before: That time is still to come.');
  const before = new Date().toISOString();
  expect(await cli.json(['audit', 'prune', '--before', before])).toEqual({ entries: ALL.length + 1 });
  const [left, ...more] = (await cli.json(['audit'])) as readonly AuditEntry[];
  expect(left).toMatchObject({ actor: 'cli', action: 'audit.pruned', subject: 'audit', facts: { before } });
  expect(more).toEqual([]);
});

test.each(['--actor', '--subject'])('audit %s reports an unknown account', async (option) => {
  const outcome = await cli.slotkey(['audit', option, 'nobody@app.example']);
  expect(outcome.code).toBe(1);
  expect(onlyLine(outcome)).toBe('There is no account with the address nobody@app.example.');
});
