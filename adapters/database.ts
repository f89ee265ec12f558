/* Opens the configured database and migrates it. */
import { join } from 'node:path';
import type { Config } from '../src/config/config.js';
import type { StoreFault } from '../src/stores.js';
import { inDataDir } from './data-dir-failures.js';
import { lockDataDir } from './data-dir.js';
import { openEmbedded, openPostgres } from './knex/connection.js';
import type { Database, OpenDatabase } from './knex/connection.js';
import { isContention, isDatabaseOutage } from './knex/failures.js';
import { migratePostgres, migrateWith } from './knex/migrate.js';
import { DEADLINE_MS, answered } from './outage.js';
import type { OutageRule } from './outage.js';
import { storedSecretKeys } from './secret-keys.js';

export interface ServiceDatabase extends OpenDatabase {
  readonly secretKeys: readonly string[];
  readonly outage: OutageRule;
  /** For the operator. */
  readonly warnings: () => Promise<readonly StoreFault[]>;
  /** Names of the migrations that ran on opening. */
  readonly migrated: readonly string[];
}

const EMBEDDED_WARNING: StoreFault = {
  store: 'database',
  reason:
    'The embedded database survives the end of the process, not a power cut. Set DATABASE_URL to use PostgreSQL.',
};

const SETTINGS_OFF = `
select name from pg_settings
where name in ('fsync', 'synchronous_commit') and setting = 'off'
order by name`;

/** A database that does not answer has a fault and no warning. */
async function durabilityWarnings(db: Database, outage: OutageRule): Promise<readonly StoreFault[]> {
  const off = () => db.raw<{ readonly rows: readonly { readonly name: string }[] }>(SETTINGS_OFF);
  const { rows } = await answered(async () => off(), outage).catch(() => ({ rows: [] }));
  return rows.map(({ name }) => ({
    store: 'database',
    reason: `${name} is off: a power cut may undo the last changes. Set it to on.`,
  }));
}

async function openPostgresDatabase(
  url: string,
  { secretKeys, databasePreparedStatements }: Config,
): Promise<ServiceDatabase> {
  if (!secretKeys)
    throw new Error('SECRET_KEYS is missing: with DATABASE_URL the service generates no keys.');
  const migrated = await answered(() => migratePostgres(url), { isOutage: isDatabaseOutage, isContention });
  const outage = { isOutage: isDatabaseOutage, isContention, deadlineMs: DEADLINE_MS };
  const database = openPostgres(url, { preparedStatements: databasePreparedStatements });
  const warnings = () => durabilityWarnings(database.db, outage);
  return { ...database, secretKeys, outage, warnings, migrated };
}

/** Over a migrated database. */
export const embeddedDatabase = (opened: OpenDatabase, secretKeys: readonly string[]): ServiceDatabase => ({
  ...opened,
  secretKeys,
  outage: { isOutage: isDatabaseOutage, isContention },
  warnings: () => Promise.resolve([EMBEDDED_WARNING]),
  migrated: [],
});

async function openEmbeddedDatabase({ dataDir, secretKeys }: Config): Promise<ServiceDatabase> {
  const lock = await lockDataDir(dataDir);
  const closing: (() => Promise<void>)[] = [() => lock.release()];
  const close = async (): Promise<void> => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const database = await inDataDir(dataDir, () => openEmbedded(join(dataDir, 'database')));
    closing.push(() => database.close());
    const migrated = await migrateWith(database.db);
    const keys = secretKeys ?? (await inDataDir(dataDir, () => storedSecretKeys(dataDir)));
    return { ...embeddedDatabase({ db: database.db, close }, keys), migrated };
  } catch (error) {
    await close();
    throw error;
  }
}

export const openDatabase = (config: Config): Promise<ServiceDatabase> =>
  config.databaseUrl === undefined
    ? openEmbeddedDatabase(config)
    : openPostgresDatabase(config.databaseUrl, config);
