/*
 * Which records belong to an owner, on Redis: one sorted set an owner, in a slot of its own, written before the record
 * and expiring with the newest. It may name records that are gone, but never misses a valid one.
 */
import type { ArtifactKind } from '../../src/artifacts/store.js';
import type { ScriptedRedis } from './redis-scripts.js';

/** A write refreshes at most this many old entries; two would stop a set from growing. */
const MAX_REFRESHED = 8;

export function createOwnerIndex(
  redis: ScriptedRedis,
  recordName: (kind: ArtifactKind, key: string) => string,
  clock: () => number,
) {
  const name = (kind: ArtifactKind, owner: string): string => `slotkey:{${owner}}:${kind}:owned`;

  /** For entries whose record was not found, or whose end has passed: another release may have moved it. */
  async function refresh(kind: ArtifactKind, owner: string, key: string): Promise<void> {
    const now = clock();
    const life = await redis.pttl(recordName(kind, key));
    if (life > 0) await redis.artifactIndex(name(kind, owner), key, now + life, now, 0);
    else await redis.artifactForget(name(kind, owner), key, now);
  }

  return {
    refresh,
    async add(kind: ArtifactKind, owner: string, key: string, expiresAt: number): Promise<void> {
      const index = name(kind, owner);
      const passed = await redis.artifactIndex(index, key, expiresAt, clock(), MAX_REFRESHED);
      await Promise.all(passed.map((old) => refresh(kind, owner, old)));
    },
    keys: (kind: ArtifactKind, owner: string): Promise<readonly string[]> =>
      redis.zrange(name(kind, owner), '0', '-1'),
  };
}
