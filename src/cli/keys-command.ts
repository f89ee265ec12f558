import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import { lockDataDir } from '../../adapters/data-dir.js';
import { addSecretKey } from '../../adapters/secret-keys.js';
import { readConfig } from '../config/config.js';
import type { CommandContext } from './command-context.js';
import type { Output } from './terminal.js';

const KEEP =
  'Keep the old keys behind it for as long as something lives that was not used since: it ends when its key is dropped.';

const FIRST =
  'With several replicas, first put the new key (the first below) behind the others on each of them, and restart them one after the other: what it writes must be readable everywhere. Then set this and restart them again.';

/** The operator sets the keys of the environment, so the whole new list is printed once. */
function proposeKeys(keys: readonly string[]): Output {
  const list = [randomBytes(32).toString('base64url'), ...keys].join(',');
  const text = `${FIRST} ${KEEP}\nSECRET_KEYS=${list}`;
  return { json: { secret_keys: list }, text };
}

async function rotateStoredKeys(dataDir: string): Promise<Output> {
  const lock = await lockDataDir(dataDir);
  try {
    const keys = await addSecretKey(dataDir);
    const text = `A new key was put before the ${keys.length - 1} kept in DATA_DIR; it is used from the next start on.`;
    return { json: { keys: keys.length }, text };
  } finally {
    await lock.release();
  }
}

export const keysCommand = ({ terminal, answer }: CommandContext): Command =>
  new Command('keys').description('what hashes, cookies and sealed values are derived from').addCommand(
    new Command('rotate').description('make a new newest key').action(async () => {
      const { secretKeys, dataDir } = readConfig(terminal.env);
      answer(secretKeys ? proposeKeys(secretKeys) : await rotateStoredKeys(dataDir));
    }),
  );
