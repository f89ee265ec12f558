import { randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './error-code.js';

const KEY_BYTES = 32;

async function read(file: string): Promise<readonly string[]> {
  try {
    const text = await readFile(file, 'utf8');
    return text.split(/[\s,]+/).filter((key) => key !== '');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

async function writeWhole(file: string, text: string): Promise<void> {
  const draft = `${file}.new`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}

const newKey = (): string => randomBytes(KEY_BYTES).toString('base64url');

const store = (dataDir: string, keys: readonly string[]): Promise<void> =>
  writeWhole(join(dataDir, 'secret-keys'), `${keys.join('\n')}\n`);

/** The keys in `dataDir`, newest first; generated on the first call. The caller holds the lock of the directory. */
export async function storedSecretKeys(dataDir: string): Promise<readonly string[]> {
  const keys = await read(join(dataDir, 'secret-keys'));
  if (keys.length > 0) return keys;
  const generated = [newKey()];
  await store(dataDir, generated);
  return generated;
}

/** Adds a new key before the stored ones and returns all. The caller holds the lock of the directory. */
export async function addSecretKey(dataDir: string): Promise<readonly string[]> {
  const keys = [newKey(), ...(await storedSecretKeys(dataDir))];
  await store(dataDir, keys);
  return keys;
}
