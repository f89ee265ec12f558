/* What one run has measured, as it is kept in bench/results/<date>.json. */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { withRedis } from '../test/support/redis-server.js';
import type { Overload } from './overload.js';
import type { Peer } from './peers.js';
import type { SlotRow } from './slots.js';
import type { Servers } from './targets/target.js';

export interface Row {
  readonly name: string;
  readonly baseline?: string | undefined;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of CPU per request. */
  readonly cpu: number;
}

export type NamedOverload = Overload & { readonly name: string };

/** Kept in bench/results/peers.json. */
export interface PeerResults {
  /** `2026-11-23`. */
  readonly date: string;
  readonly machine: Machine;
  readonly peers: readonly Peer[];
}

export interface Machine {
  readonly cores: number;
  readonly processor: string;
  readonly memoryGiB: number;
  readonly node: string;
  readonly redis: string;
  readonly postgres: string;
}

export interface Results {
  readonly machine: Machine;
  readonly rounds: number;
  /** Of one round, at most. */
  readonly requests: number;
  readonly bytesPerInstallation: number;
  readonly rows: readonly Row[];
  readonly slots: readonly SlotRow[];
  readonly overload: readonly NamedOverload[];
}

/** Relative to the working directory, which is the repository's. */
const DIRECTORY = join('bench', 'results');

/** Baseline's CPU over ours: 1.00 means that we cost nothing on top, 0.50 that we cost as much again. */
export function ratioOf(row: Row, rows: readonly Row[]): number | undefined {
  const baseline = rows.find(({ name }) => name === row.baseline);
  return baseline && baseline.cpu / row.cpu;
}

const versionIn = (text: string): string => /\d+(\.\d+)+/.exec(text)?.[0] ?? 'unknown';

async function postgresVersion(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ readonly server_version: string }>('show server_version');
  await client.end();
  return versionIn(rows[0]?.server_version ?? '');
}

export async function machineOf({ redisUrl, databaseUrl }: Servers): Promise<Machine> {
  const [processor] = cpus();
  return {
    cores: cpus().length,
    processor: processor?.model ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    redis: versionIn(await withRedis(redisUrl, (client) => client.info('server'))),
    postgres: await postgresVersion(databaseUrl),
  };
}

export const today = (): string => new Date().toISOString().slice(0, 10);

/** `name`: the day of a whole run, or `peers`. A later run takes its place. */
export async function save(name: string, results: Results | PeerResults): Promise<void> {
  const path = join(DIRECTORY, `${name}.json`);
  await mkdir(DIRECTORY, { recursive: true });
  await writeFile(path, `${JSON.stringify(results, undefined, 2)}\n`);
  process.stderr.write(`Kept in ${path}. \`npm run docs\` takes it into docs/performance.md.\n`);
}
