/*
 * Reads of one tick of the event loop are one command: its reply costs little more than that of a single read. On a
 * cluster all keys of a command must be in one slot, so each read is a command of its own there (redis-writes.ts).
 */
import { Cluster } from 'ioredis';
import { batchPerTick } from '../batch-per-tick.js';
import type { RedisClient } from './redis-connection.js';
import { isForeignValue } from './redis-failures.js';

/** What is read instead of a value of another type. */
const FOREIGN = '';

export type ReadText = (name: string) => Promise<string | null>;

/** `retrying`: sends a command again whose answer was lost. */
export function createReads(
  redis: RedisClient,
  retrying: <T>(send: () => Promise<T>) => Promise<T>,
): ReadText {
  async function readOne(name: string): Promise<string | null> {
    try {
      return await retrying(() => redis.get(name));
    } catch (error) {
      if (!isForeignValue(error)) throw error;
      return FOREIGN;
    }
  }

  async function readAll(names: readonly string[]): Promise<readonly (string | null)[]> {
    if (names.length === 1) return [await readOne(names[0] ?? '')];
    const texts = await retrying(() => redis.mget([...names]));
    if (!texts.includes(null)) return texts;
    // MGET has the same answer for no value and for one of another type.
    return Promise.all(texts.map(async (text, at) => text ?? (await readOne(names[at] ?? ''))));
  }

  if (redis instanceof Cluster) return readOne;
  const read = batchPerTick(readAll);
  return async (name) => (await read(name)) ?? null;
}
