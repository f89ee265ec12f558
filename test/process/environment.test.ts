/* Faults of the environment that a process starts in: each is one line that names what the operator has to change. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCliFixture } from '../cli/slotkey.js';
import type { CliFixture } from '../cli/slotkey.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let cli: CliFixture;
beforeAll(async () => {
  cli = await createCliFixture({ empty: true });
});
afterAll(() => cli.remove());

interface Ended {
  readonly code: number | string | null | undefined;
  readonly stderr: string;
}

/** What a shell with `ulimit -n` starts. */
const withOpenFiles = (most: number, script: string): Promise<Ended> =>
  new Promise((resolve) => {
    const command = `ulimit -n ${most} && exec ${process.execPath} --import tsx ${script} migrate`;
    const env = { PATH: process.env['PATH'], DATA_DIR: cli.dataDir };
    const child = execFile('/bin/sh', ['-c', command], { cwd: ROOT, env }, (_, __, stderr) =>
      resolve({ code: child.exitCode, stderr }),
    );
  });

test.each(['src/main.ts', 'src/cli/main.ts'])(
  '%s names a limit of open files that is too low',
  async (script) => {
    const { code, stderr } = await withOpenFiles(512, script);
    expect([code, stderr]).toEqual([
      1,
      'slotkey: This process may open only 512 files, and needs 1024 for its connections. ' +
        'Raise the limit: `ulimit -n`, LimitNOFILE of systemd, or ulimits of the container.\n',
    ]);
  },
);

test.each<[string, Readonly<Record<string, string>>, string]>([
  [
    'a DATA_DIR that is a file',
    { DATA_DIR: join(ROOT, 'package.json') },
    'Make it a folder, or set another DATA_DIR.',
  ],
  ['a HOST that is not of this machine', { HOST: 'nowhere.invalid', DEMO: 'false' }, 'Set another HOST.'],
])('%s is named', async (_, env, remedy) => {
  const { code, stderr } = await cli.serve(env).ended;
  expect(code).toBe(1);
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(
    new RegExp(`^slotkey: .*${remedy.replaceAll('.', '\\.')}$`),
  );
});
