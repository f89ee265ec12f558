/*
 * The ArtifactStore in the database: one row a record, one statement a method, and one for all reads of a tick. An
 * expired row counts as absent, also before it is swept. The clock is the database's, so that replicas agree.
 */
import type {
  Artifact,
  ArtifactKind,
  ArtifactRecords,
  OwnedArtifact,
  SwapVerdict,
} from '../../src/artifacts/store.js';
import { batchPerTick } from '../batch-per-tick.js';
import { isStorable, mustBeStorable } from '../storable.js';
import type { Database } from '../knex/connection.js';
import { prepared } from '../knex/prepared.js';

interface RecordName {
  readonly kind: ArtifactKind;
  readonly key: string;
}

interface ReadRow extends Artifact {
  /** Of the name, from 1. */
  readonly position: string;
}

const readRows = prepared<ReadRow>(
  'artifacts',
  `
select asked.position, artifact.version, artifact.value
from unnest(cast(:kinds as text[]), cast(:keys as text[])) with ordinality as asked (kind, key, position)
join artifact on artifact.kind = asked.kind and artifact.key = asked.key
where artifact.expires_at > now()`,
);

/** In the order of their names. */
async function readAll(
  db: Database,
  names: readonly RecordName[],
): Promise<readonly (Artifact | undefined)[]> {
  const rows = await readRows(db, {
    kinds: names.map(({ kind }) => kind),
    keys: names.map(({ key }) => key),
  });
  const found = new Map(rows.map(({ position, version, value }) => [Number(position), { version, value }]));
  return names.map((_, at) => found.get(at + 1));
}

const CREATE = `
insert into artifact (kind, key, version, value, expires_at, owner)
values (:kind, :key, :version, :value, :expiresAt, :owner)
on conflict (kind, key) do update
set version = excluded.version, value = excluded.value, expires_at = excluded.expires_at, owner = excluded.owner
where artifact.expires_at <= now() or artifact.version = excluded.version
returning 1`;

// The second half sees the state before the update: enough to distinguish a lost race from an expired record.
const SWAP = `
with done as (
  update artifact set version = :version, value = :value, expires_at = :expiresAt
  where kind = :kind and key = :key and expires_at > now() and version in (:expected, :version)
  returning 1
)
select case
  when exists (select 1 from done) then 'won'
  when exists (select 1 from artifact where kind = :kind and key = :key and expires_at > now()) then 'lost'
  else 'gone'
end as verdict`;

const REMOVE = `
delete from artifact where kind = ? and key = ?
returning expires_at > now() as live`;

const OWNED_BY = `
select key, version, value from artifact
where kind = ? and owner = ? and expires_at > now()`;

const SWEEP = `
delete from artifact where (kind, key) in (
  select kind, key from artifact where expires_at <= now() order by expires_at limit ? for update skip locked
)`;

/** A database does not lose confirmed writes: its only epoch. */
const DATABASE = 'database';

const BATCH = 1000;
/** The rest waits for the next sweep, so that sweeping never blocks the store for long. */
const SWEEP_MS = 500;

async function sweep(db: Database): Promise<number> {
  const end = performance.now() + SWEEP_MS;
  for (let swept = 0; ;) {
    const { rowCount } = await db.raw<{ rowCount: number }>(SWEEP, [BATCH]);
    swept += rowCount;
    if (rowCount < BATCH || performance.now() > end) return swept;
  }
}

export function createSqlArtifacts(db: Database): ArtifactRecords {
  const rows = async <T>(
    sql: string,
    values: Readonly<Record<string, unknown>> | readonly string[],
  ): Promise<readonly T[]> =>
    (await db.raw<{ rows: readonly T[] }>(sql, values as Record<string, string>)).rows;
  const read = batchPerTick((names: readonly RecordName[]) => readAll(db, names));
  return {
    async read(kind, key) {
      return isStorable(key) ? read({ kind, key }) : undefined;
    },
    async create(kind, key, { version, value, expiresAt }, owner) {
      mustBeStorable([key, version, value, owner]);
      const values = { kind, key, version, value, expiresAt: new Date(expiresAt), owner: owner ?? null };
      return (await rows(CREATE, values)).length === 1;
    },
    async swap(kind, key, expected, { version, value, expiresAt }) {
      mustBeStorable([key, expected, version, value]);
      const values = { kind, key, expected, version, value, expiresAt: new Date(expiresAt) };
      const [row] = await rows<{ verdict: SwapVerdict }>(SWAP, values);
      return row?.verdict ?? 'gone';
    },
    async remove(kind, key) {
      if (!isStorable(key)) return false;
      return (await rows<{ live: boolean }>(REMOVE, [kind, key]))[0]?.live ?? false;
    },
    async ownedBy(kind, owner) {
      return isStorable(owner) ? rows<OwnedArtifact>(OWNED_BY, [kind, owner]) : [];
    },
    epochOf: () => Promise.resolve(DATABASE),
    isCurrent: (epoch) => Promise.resolve(epoch === DATABASE),
    sweep: () => sweep(db),
  };
}
