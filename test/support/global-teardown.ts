import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

// eslint-disable-next-line no-restricted-exports -- jest calls the default export
export default async function teardown(): Promise<void> {
  const { backendKeeper: keeper } = globalThis as { backendKeeper?: ChildProcess };
  if (!keeper || keeper.exitCode !== null) return;
  const ended = once(keeper, 'exit');
  keeper.stdin?.end();
  await ended;
}
