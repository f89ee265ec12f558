/*
 * The exclusive lock on DATA_DIR. The embedded database has none of its own and silently loses rows when two processes
 * open it. The lock is a file that names its holder, created atomically by link(2), which fails when the name exists. It
 * works within one machine and one process namespace, not on a network file system.
 */
import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { inDataDir, makeFolder, requireAccess } from './data-dir-failures.js';
import { errorCode } from './error-code.js';
import { processBirth } from './process-birth.js';

interface Holder {
  /** Random, of this lock. */
  readonly id: string;
  readonly pid: number;
  /** Distinguishes a process from a later one with the same pid; empty where the system does not support it. */
  readonly birth: string;
}

export interface DataDirLock {
  release(): Promise<void>;
}

class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse';

  constructor(
    dataDir: string,
    readonly pid: number,
  ) {
    super(`${dataDir} is in use by process ${pid}. Stop that process first, or name another DATA_DIR.`);
  }
}

async function readHolder(file: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    if (!(error instanceof SyntaxError)) throw error;
    throw new Error(
      `${file} is not a lock file of this service. Remove it if no process uses the directory.`,
      {
        cause: error,
      },
    );
  }
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

async function isAlive({ pid, birth }: Holder): Promise<boolean> {
  if (!exists(pid)) return false;
  return birth === '' || birth === (await processBirth(pid));
}

async function tryLink(own: string, file: string): Promise<boolean> {
  try {
    await link(own, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Undefined when `own` was linked to `file`, else the living holder. A dead holder is replaced only by the winner of a
 * second lock, which is named after the first, so that of two processes the later never removes the lock of the earlier.
 */
async function claim(own: string, file: string): Promise<Holder | undefined> {
  for (;;) {
    if (await tryLink(own, file)) return undefined;
    const holder = await readHolder(file);
    if (!holder) continue;
    if (await isAlive(holder)) return holder;
    const succession = `${file}.${holder.id}`;
    const rival = await claim(own, succession);
    if (rival) return rival;
    try {
      if ((await readHolder(file))?.id === holder.id) {
        await replace(own, file);
        return undefined;
      }
    } finally {
      await rm(succession, { force: true });
    }
  }
}

async function replace(own: string, file: string): Promise<void> {
  const copy = `${own}.next`;
  await link(own, copy);
  await rename(copy, file);
}

async function lock(dataDir: string): Promise<DataDirLock> {
  await makeFolder(resolve(dataDir));
  await requireAccess(dataDir);
  const file = join(dataDir, 'lock');
  const id = randomUUID();
  const own = `${file}-${id}`;
  const holder: Holder = { id, pid: process.pid, birth: await processBirth(process.pid) };
  await writeFile(own, JSON.stringify(holder), { mode: 0o600, flush: true });
  try {
    const other = await claim(own, file);
    if (other) throw new DataDirInUse(dataDir, other.pid);
  } finally {
    await rm(own, { force: true });
  }
  return {
    async release() {
      if ((await readHolder(file))?.id === id) await rm(file, { force: true });
    },
  };
}

/**
 * Throws DataDirInUse while another process (or this one) holds the directory, and another error that names the remedy
 * where its files cannot be read or written.
 */
export const lockDataDir = (dataDir: string): Promise<DataDirLock> => inDataDir(dataDir, () => lock(dataDir));
