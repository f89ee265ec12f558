/* SECRET_KEYS: what every keyed hash, cookie signature and sealed value is derived from. */
import type { Reading } from './variables.js';

const SHORTEST = 32;

/** `required` says why the keys cannot be made by the process itself; undefined when they can. */
export function readSecretKeys(
  reading: Reading,
  required: string | undefined,
): readonly string[] | undefined {
  const keys = reading.list('SECRET_KEYS');
  if (keys.length === 0) {
    const remedy = `set a random text of at least ${SHORTEST} characters, newest key first, separated by commas`;
    if (required !== undefined) reading.fault('SECRET_KEYS', `is missing ${required}`, remedy);
    return undefined;
  }
  keys.forEach((key, index) => {
    if (key.length >= SHORTEST) return;
    reading.fault(
      'SECRET_KEYS',
      `is too short in place ${index + 1}`,
      `use at least ${SHORTEST} random characters a key`,
    );
  });
  if (new Set(keys).size < keys.length) {
    reading.fault('SECRET_KEYS', 'has the same key twice', 'name each key once, newest first');
  }
  return keys;
}
