/* Folders of migrations for tests: those of the service, or its first ones, and more that the test writes. */
import { cp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MIGRATIONS } from '../../adapters/knex/migrate.js';
import { temporaryDirectory } from './child-server.js';

export interface MigrationFolder {
  readonly path: string;
  /** Adds or replaces a file. */
  write(file: string, sql: string): Promise<void>;
  remove(): Promise<void>;
}

/** Names of the service's own migrations, in order. */
export const migrationNames = async (): Promise<readonly string[]> =>
  (await readdir(MIGRATIONS)).map((file) => file.replace(/\.sql$/, '')).sort();

/** `until`: the service's migrations whose names sort before it; all without it. */
export async function migrationFolder(until = '~'): Promise<MigrationFolder> {
  const { path, remove } = await temporaryDirectory();
  for (const file of await readdir(MIGRATIONS))
    if (file < until) await cp(join(MIGRATIONS, file), join(path, file));
  return { path, remove, write: (file, sql) => writeFile(join(path, file), sql) };
}
