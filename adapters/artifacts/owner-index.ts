/*
 * Which records belong to an owner, on Redis: one sorted set an owner, in a slot of its own, written before the
 * record. It may name records that are gone, never miss one that lives. Entries are looked after on each write and
 * read: a swap moves the end of a record without touching the index.
 */
import type { ArtifactKind } from '../../src/artifacts/store.js';
import type { ScriptedRedis } from './redis-scripts.js';

/** A write looks after at most so many old entries; two would do to keep a set from growing. */
const LOOKED_AFTER = 8;

export interface OwnerIndex {
  add(kind: ArtifactKind, owner: string, key: string, expiresAt: number): Promise<void>;
  keys(kind: ArtifactKind, owner: string): Promise<readonly string[]>;
  /** For entries whose record was not found, or whose end has passed. */
  lookAfter(kind: ArtifactKind, owner: string, key: string): Promise<void>;
}

export function createOwnerIndex(
  redis: ScriptedRedis,
  recordName: (kind: ArtifactKind, key: string) => string,
): OwnerIndex {
  const name = (kind: ArtifactKind, owner: string): string => `slotkey:{${owner}}:${kind}:owned`;

  async function lookAfter(kind: ArtifactKind, owner: string, key: string): Promise<void> {
    const now = Date.now();
    const end = await redis.pexpiretime(recordName(kind, key));
    if (end > 0) await redis.zadd(name(kind, owner), 'XX', 'GT', String(end), key);
    else await redis.artifactForget(name(kind, owner), key, now);
  }

  return {
    lookAfter,
    async add(kind, owner, key, expiresAt) {
      const index = name(kind, owner);
      const passed = await redis.artifactIndex(index, key, expiresAt, Date.now(), LOOKED_AFTER);
      await Promise.all(passed.map((old) => lookAfter(kind, owner, old)));
    },
    keys: (kind, owner) => redis.zrange(name(kind, owner), '0', '-1'),
  };
}
