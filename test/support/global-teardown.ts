import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';

async function endKeeper(keeper: ChildProcess): Promise<void> {
  if (keeper.exitCode !== null) return;
  const ended = once(keeper, 'exit');
  keeper.stdin?.end();
  await ended;
}

// eslint-disable-next-line no-restricted-exports -- jest calls the default export
export default async function teardown(): Promise<void> {
  const { backendKeeper: keeper } = globalThis as { backendKeeper?: ChildProcess };
  if (keeper) await endKeeper(keeper);
  const directory = process.env['TEST_DIRECTORY'];
  if (directory !== undefined) await rm(directory, { recursive: true, force: true, maxRetries: 5 });
}
