/* A throw-away PostgreSQL. Its programs refuse root, so there they run as the system user `postgres`. */
import { join } from 'node:path';
import pg from 'pg';
import { accepts, freePort, run, startChild, temporaryDirectory } from './child-server.js';
import type { Child, Directory, User } from './child-server.js';

export interface PostgresServer {
  /** A database on it; `postgres` exists from the start. */
  url(database: string): string;
  /** One statement on the database `postgres`. */
  execute(sql: string): Promise<void>;
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** At once, without goodbye to anyone; the data stay. */
  crash(): Promise<void>;
  /** On the same port with the same data. */
  restart(): Promise<void>;
  /** For good. */
  stop(): Promise<void>;
}

async function binaries(): Promise<string> {
  try {
    return (await run('pg_config', ['--bindir'])).stdout.trim();
  } catch (error) {
    throw new Error('PostgreSQL is needed for this backend: install its server and pg_config.', {
      cause: error,
    });
  }
}

async function serverUser(): Promise<User | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const number = async (flag: string): Promise<number> =>
    Number((await run('id', [flag, 'postgres'])).stdout);
  return { uid: await number('-u'), gid: await number('-g') };
}

const SETTINGS = ['fsync=off', 'full_page_writes=off', 'max_connections=200', 'listen_addresses=127.0.0.1'];

async function initialised(bin: string, directory: Directory, user: User | undefined): Promise<string> {
  const data = join(directory.path, 'data');
  const args = ['-D', data, '-U', 'slotkey', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
  await run(join(bin, 'initdb'), args, { cwd: directory.path, ...user });
  return data;
}

async function executeOn(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

const answersAt = (url: string): Promise<boolean> =>
  executeOn(url, 'select 1').then(
    () => true,
    () => false,
  );

export async function startPostgres(): Promise<PostgresServer> {
  const [bin, user, port] = [await binaries(), await serverUser(), await freePort()];
  const directory = await temporaryDirectory(user);
  const data = await initialised(bin, directory, user);
  const url = (database: string): string => `postgres://slotkey@127.0.0.1:${port}/${database}`;
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  const args = ['-D', data, '-p', String(port), '-k', directory.path, ...settings];
  const start = (): Promise<Child> =>
    startChild(
      { command: join(bin, 'postgres'), args, cwd: directory.path, user },
      async () => (await accepts(port)) && (await answersAt(url('postgres'))),
    );
  let server = await start();
  return {
    url,
    execute: (sql) => executeOn(url('postgres'), sql),
    freeze: () => server.freeze(),
    thaw: () => server.thaw(),
    crash: () => server.end('SIGQUIT'),
    async restart() {
      server = await start();
    },
    async stop() {
      await server.end('SIGQUIT');
      await directory.remove();
    },
  };
}
