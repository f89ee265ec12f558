/*
 * The ArtifactStore on Redis: one string a record, which Redis itself expires. A script whose reply was lost is sent once
 * more; the version it writes is the id of the attempt, so that the second reply is the verdict of the first.
 */
import type {
  Artifact,
  ArtifactKind,
  ArtifactRecords,
  OwnedArtifact,
  ReportUnreadable,
} from '../../src/artifacts/store.js';
import { isStorable, mustBeStorable } from '../storable.js';
import { createOwnerIndex } from './owner-index.js';
import { readyWithin } from './redis-connection.js';
import type { RedisClient } from './redis-connection.js';
import { isAnswerLost, isForeignValue } from './redis-failures.js';
import { createReads } from './redis-reads.js';
import { createRedisRuns } from './redis-runs.js';
import { withScripts } from './redis-scripts.js';

/** How long a lost connection may take to come back before the second and last attempt. */
const RECONNECT_MS = 300;

/** One key a record, in the slot of the record's own key: nothing needs two slots at once. */
export const recordName = (kind: ArtifactKind, key: string): string => `slotkey:{${key}}:${kind}`;

const NO_RECORD: Artifact = { version: '', value: '' };

function parse(record: string): Artifact {
  const bar = record.indexOf('|');
  return bar < 1 ? NO_RECORD : { version: record.slice(0, bar), value: record.slice(bar + 1) };
}

/** `otherwise` for a key with a value of another type. */
const unlessForeign = async <T>(reply: Promise<T>, otherwise: () => T): Promise<T> => {
  try {
    return await reply;
  } catch (error) {
    if (!isForeignValue(error)) throw error;
    return otherwise();
  }
};

/** Sends a command twice at most. When the connection is known to be down it fails at once. */
const createRetry =
  (redis: RedisClient) =>
  async <T>(send: () => Promise<T>): Promise<T> => {
    const connected = redis.status === 'ready';
    try {
      return await send();
    } catch (error) {
      if (!connected || !isAnswerLost(error) || !(await readyWithin(redis, RECONNECT_MS))) throw error;
      return send();
    }
  };

/** `now`: of the clock that ends of records belong to. What Redis gets is how long a record lives, whatever its own says. */
export function createRedisArtifacts(
  redis: RedisClient,
  reportUnreadable: ReportUnreadable = () => undefined,
  now: () => number = Date.now,
): ArtifactRecords {
  const retrying = createRetry(redis);
  const scripted = withScripts(redis);
  const readText = createReads(redis, retrying);
  const index = createOwnerIndex(scripted, recordName, now);
  const lifeOf = (expiresAt: number): number => expiresAt - now();
  const runs = createRedisRuns(redis);

  async function read(kind: ArtifactKind, key: string): Promise<Artifact | undefined> {
    if (!isStorable(key)) return undefined;
    const record = await readText(recordName(kind, key));
    return record === null ? undefined : parse(record);
  }

  async function owned(kind: ArtifactKind, owner: string, key: string): Promise<readonly OwnedArtifact[]> {
    const artifact = await read(kind, key);
    if (artifact) return [{ key, ...artifact }];
    await index.refresh(kind, owner, key);
    return [];
  }

  return {
    read,
    async create(kind, key, { version, value, expiresAt }, owner) {
      mustBeStorable([key, version, value, owner]);
      if (owner !== undefined) await retrying(() => index.add(kind, owner, key, expiresAt));
      const name = recordName(kind, key);
      return (await retrying(() => scripted.artifactCreate(name, version, value, lifeOf(expiresAt)))) === 1;
    },
    async swap(kind, key, expected, { version, value, expiresAt }, owner) {
      mustBeStorable([key, expected, version, value, owner]);
      if (owner !== undefined) await retrying(() => index.add(kind, owner, key, expiresAt));
      return retrying(() =>
        scripted.artifactSwap(recordName(kind, key), expected, version, value, lifeOf(expiresAt)),
      );
    },
    /** After a lost reply the second attempt may find nothing and return false: the record is removed either way. */
    async remove(kind, key) {
      return isStorable(key) && (await retrying(() => scripted.del(recordName(kind, key)))) === 1;
    },
    async ownedBy(kind, owner) {
      if (!isStorable(owner)) return [];
      const keys = await unlessForeign(
        retrying(() => index.keys(kind, owner)),
        () => {
          reportUnreadable('owner', `${owner}:${kind}`);
          return [];
        },
      );
      return (await Promise.all(keys.map((key) => owned(kind, owner, key)))).flat();
    },
    epochOf: (kind, key) => retrying(() => scripted.artifactRun(recordName(kind, key))),
    isCurrent: (epoch) => retrying(() => runs.isCurrent(epoch)),
    sweep: () => Promise.resolve(0),
  };
}
