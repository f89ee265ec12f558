/*
 * The ArtifactStore on Redis: one string a record, which Redis itself expires. A script whose answer was lost is sent
 * once more; the version it writes is the id of the attempt, so that the second answer is the first one's verdict.
 */
import type { Artifact, ArtifactKind, ArtifactStore, OwnedArtifact } from '../../src/artifacts/store.js';
import { isStorable, mustBeStorable } from '../storable.js';
import { createOwnerIndex } from './owner-index.js';
import { readyWithin } from './redis-connection.js';
import type { RedisClient } from './redis-connection.js';
import { isAnswerLost } from './redis-failures.js';
import { createRedisRuns } from './redis-runs.js';
import { withScripts } from './redis-scripts.js';

/** How long a lost connection may take to come back before the second and last try. */
const RECONNECT_MS = 300;

/** One key a record, its slot named by the record's own key: nothing needs two slots at once. */
export const recordName = (kind: ArtifactKind, key: string): string => `slotkey:{${key}}:${kind}`;

function parse(record: string): Artifact {
  const bar = record.indexOf('|');
  return { version: record.slice(0, bar), value: record.slice(bar + 1) };
}

type Told = <T>(send: () => Promise<T>) => Promise<T>;

/** When the connection is known to be down there is nothing to wait for: fail at once. */
const twiceAtMost =
  (redis: RedisClient): Told =>
  async (send) => {
    const connected = redis.status === 'ready';
    try {
      return await send();
    } catch (error) {
      if (!connected || !isAnswerLost(error) || !(await readyWithin(redis, RECONNECT_MS))) throw error;
      return send();
    }
  };

export function createRedisArtifacts(redis: RedisClient): ArtifactStore {
  const told = twiceAtMost(redis);
  const scripted = withScripts(redis);
  const index = createOwnerIndex(scripted, recordName);
  const runs = createRedisRuns(redis);

  async function read(kind: ArtifactKind, key: string): Promise<Artifact | undefined> {
    if (!isStorable(key)) return undefined;
    const record = await told(() => scripted.get(recordName(kind, key)));
    return record === null ? undefined : parse(record);
  }

  async function owned(kind: ArtifactKind, owner: string, key: string): Promise<readonly OwnedArtifact[]> {
    const artifact = await read(kind, key);
    if (artifact) return [{ key, ...artifact }];
    await index.lookAfter(kind, owner, key);
    return [];
  }

  return {
    read,
    async create(kind, key, { version, value, expiresAt }, owner) {
      mustBeStorable([key, version, value, owner]);
      if (owner !== undefined) await told(() => index.add(kind, owner, key, expiresAt));
      const created = await told(() =>
        scripted.artifactCreate(recordName(kind, key), version, value, expiresAt),
      );
      return created === 1;
    },
    async swap(kind, key, expected, { version, value, expiresAt }) {
      mustBeStorable([key, expected, version, value]);
      return told(() => scripted.artifactSwap(recordName(kind, key), expected, version, value, expiresAt));
    },
    /** After a lost answer the second try may find nothing and say false: the record is gone either way. */
    async remove(kind, key) {
      return isStorable(key) && (await told(() => scripted.del(recordName(kind, key)))) === 1;
    },
    async ownedBy(kind, owner) {
      if (!isStorable(owner)) return [];
      const keys = await told(() => index.keys(kind, owner));
      return (await Promise.all(keys.map((key) => owned(kind, owner, key)))).flat();
    },
    epochOf: (kind, key) => told(() => scripted.artifactRun(recordName(kind, key))),
    isCurrent: (epoch) => told(() => runs.isCurrent(epoch)),
    sweep: () => Promise.resolve(0),
  };
}
