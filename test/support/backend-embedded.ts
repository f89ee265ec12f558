/*
 * Embedded databases for tests. Making one takes seconds, so one is made and migrated for each state of the schema,
 * kept in the system's temporary directory, and copied for every test.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { openEmbedded } from '../../adapters/knex/connection.js';
import { migrateWith } from '../../adapters/knex/migrate.js';

const MIGRATIONS = resolve('adapters/knex/migrations');
const PGLITE = resolve('node_modules/@electric-sql/pglite');

async function schemaState(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(PGLITE, 'package.json')));
  for (const file of (await readdir(MIGRATIONS)).sort()) hash.update(await readFile(join(MIGRATIONS, file)));
  return hash.digest('hex').slice(0, 16);
}

async function templateOfState(): Promise<string> {
  const path = join(tmpdir(), `slotkey-template-${userInfo().uid}-${await schemaState()}`);
  if (existsSync(path)) return path;
  const draft = await mkdtemp(`${path}-`);
  const database = join(draft, 'database');
  const opened = await openEmbedded(database);
  await migrateWith(opened.db);
  await opened.close();
  // Another worker may have been faster; then its directory stays and this one goes.
  await rename(database, path).catch(() => undefined);
  await rm(draft, { recursive: true, force: true });
  return path;
}

let template: Promise<string> | undefined;

/** V8 compiles the same bytes once as long as somebody holds the result: a database is opened in half the time. */
let compiled: Promise<WebAssembly.Module> | undefined;

/** Fills `dataDir` with a migrated, empty database. At once: a thousand small files, each waited for, take thrice the time. */
export async function copyEmbedded(dataDir: string): Promise<void> {
  await (compiled ??= readFile(join(PGLITE, 'dist/pglite.wasm')).then((bytes) => WebAssembly.compile(bytes)));
  cpSync(await (template ??= templateOfState()), join(dataDir, 'database'), { recursive: true });
}
