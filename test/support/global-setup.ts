/*
 * Once for a run of jest: a directory for what the suites write, and the servers of TEST_BACKEND, which
 * backend-keeper.ts runs beside it.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { makeRunDirectory } from './run-directory.js';

interface JestConfig {
  readonly rootDir: string;
}

async function firstLine(keeper: ChildProcess): Promise<string> {
  const ended = once(keeper, 'exit').then(() => {
    throw new Error('The servers of TEST_BACKEND could not be started; the reason stands above.');
  });
  if (!keeper.stdout) throw new Error('the keeper has no standard output');
  const [line] = (await Promise.race([once(keeper.stdout, 'data'), ended])) as [Buffer];
  return line.toString();
}

// eslint-disable-next-line no-restricted-exports -- jest calls the default export
export default async function setup({ rootDir }: JestConfig): Promise<void> {
  process.env['TEST_DIRECTORY'] = await makeRunDirectory();
  if ((process.env['TEST_BACKEND'] ?? 'embedded') === 'embedded') return;
  const script = join(rootDir, 'test/support/backend-keeper.ts');
  const keeper = spawn(process.execPath, ['--import', 'tsx', script], {
    cwd: rootDir,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const { port } = JSON.parse(await firstLine(keeper)) as { port: number };
  process.env['TEST_KEEPER_PORT'] = String(port);
  Object.assign(globalThis, { backendKeeper: keeper });
}
