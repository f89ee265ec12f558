/*
 * The directory for what the suites of one run of jest write: in memory where there is room, since copying an embedded
 * database of a thousand files to a disk may take a second. What a killed run left behind goes with the next run.
 */
import { accessSync, constants } from 'node:fs';
import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
const ROOM_BYTES = 2 * 1024 ** 3;
const NAME = /^slotkey-run-(\d+)-/;

async function parentDirectory(): Promise<string> {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = await statfs(IN_MEMORY);
    return bavail * bsize >= ROOM_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export async function makeRunDirectory(): Promise<string> {
  const parent = await parentDirectory();
  for (const name of await readdir(parent)) {
    const pid = NAME.exec(name)?.[1];
    if (pid !== undefined && !runs(Number(pid)))
      await rm(join(parent, name), { recursive: true, force: true });
  }
  const path = await mkdtemp(join(parent, `slotkey-run-${process.pid}-`));
  // PostgreSQL does not run as root, and has to come by here.
  await chmod(path, 0o755);
  return path;
}
