import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { inDataDir } from '../../adapters/data-dir-failures.js';
import { lockDataDir } from '../../adapters/data-dir.js';
import { temporaryDirectory } from '../support/child-server.js';
import type { Directory } from '../support/child-server.js';

interface Holder {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  /** `held`, or the error. */
  readonly output: string;
}

async function hold(dataDir: string): Promise<Holder> {
  const script = resolve('test/adapters/hold-data-dir.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, output: line.toString().trim() };
}

async function ended({ child }: Holder, how: () => unknown): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  how();
  await exit;
}

describe('the lock on DATA_DIR', () => {
  let directory: Directory;
  beforeEach(async () => {
    directory = await temporaryDirectory();
  });
  afterEach(() => directory.remove());

  test('is refused to a second process with the id of the first, until the first releases it', async () => {
    const first = await hold(directory.path);
    const second = await hold(directory.path);
    expect(first.output).toBe('held');
    expect(second.output).toContain(`in use by process ${first.child.pid}`);
    await ended(first, () => first.child.stdin.end());
    await ended(second, () => second.child.stdin.end());
    const lock = await lockDataDir(directory.path);
    await lock.release();
    expect(await readdir(directory.path)).toEqual([]);
  });

  test('is refused to the same process a second time', async () => {
    const lock = await lockDataDir(directory.path);
    await expect(lockDataDir(directory.path)).rejects.toMatchObject({
      name: 'DataDirInUse',
      pid: process.pid,
    });
    await lock.release();
  });

  test('of a killed process is taken over by one of several processes', async () => {
    const killed = await hold(directory.path);
    await ended(killed, () => killed.child.kill('SIGKILL'));
    const attempts = await Promise.all(Array.from({ length: 5 }, () => hold(directory.path)));
    const winners = attempts.filter(({ output }) => output === 'held');
    const [winner] = winners;
    expect(winners).toHaveLength(1);
    for (const { output } of attempts.filter((taker) => taker !== winner))
      expect(output).toContain(`in use by process ${winner?.child.pid}`);
    await Promise.all(attempts.map((taker) => ended(taker, () => taker.child.stdin.end())));
  });

  test('of a dead process is taken by exactly one of twenty attempts, in every round', async () => {
    for (let round = 0; round < 20; round += 1) {
      const dead = JSON.stringify({ id: `dead-${round}`, pid: 2 ** 22 + 1, birth: '' });
      await writeFile(join(directory.path, 'lock'), dead);
      const attempts = Array.from({ length: 20 }, () => lockDataDir(directory.path));
      const outcomes = await Promise.allSettled(attempts);
      const locks = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
      expect(locks).toHaveLength(1);
      await locks[0]?.release();
      expect(await readdir(directory.path)).toEqual([]);
    }
  });

  test('is taken also when a process died while taking it over', async () => {
    const dead = (id: string): string => JSON.stringify({ id, pid: 2 ** 22 + 1, birth: '' });
    await writeFile(join(directory.path, 'lock'), dead('first'));
    await writeFile(join(directory.path, 'lock.first'), dead('second'));
    const lock = await lockDataDir(directory.path);
    await expect(lockDataDir(directory.path)).rejects.toMatchObject({ pid: process.pid });
    await lock.release();
  });

  test('is taken when another process has got the id of the dead one', async () => {
    const stale = { id: 'old', pid: process.pid, birth: 'an earlier boot 12345' };
    await writeFile(join(directory.path, 'lock'), JSON.stringify(stale));
    const lock = await lockDataDir(directory.path);
    await lock.release();
  });

  test('of the next holder is not affected by releasing the lock twice', async () => {
    const first = await lockDataDir(directory.path);
    await first.release();
    const second = await lockDataDir(directory.path);
    await first.release();
    await expect(lockDataDir(directory.path)).rejects.toMatchObject({ pid: process.pid });
    await second.release();
  });
});

describe('a DATA_DIR that cannot be used', () => {
  let directory: Directory;
  beforeEach(async () => {
    directory = await temporaryDirectory();
  });
  afterEach(() => directory.remove());

  test('is named with the remedy, and not one of the files in it', async () => {
    const file = join(directory.path, 'file');
    await writeFile(file, '');
    for (const path of [file, join(file, 'below')])
      await expect(lockDataDir(path)).rejects.toThrow(
        new RegExp(
          `^DATA_DIR ${path} cannot be used \\(.*\\)\\. Make it a folder, or set another DATA_DIR\\.$`,
        ),
      );
  });

  test('is refused where the file system creates no folders', async () => {
    await expect(lockDataDir('/proc/slotkey/data')).rejects.toThrow(
      'DATA_DIR /proc/slotkey/data cannot be used',
    );
  });

  test('of another user asks for access', async () => {
    const refused = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
    await expect(inDataDir('/data', () => Promise.reject(refused))).rejects.toThrow(
      'DATA_DIR /data cannot be used (EACCES: permission denied). Let the user of this process read and write it,',
    );
    const other = new Error('a fault of the test');
    await expect(inDataDir('/data', () => Promise.reject(other))).rejects.toBe(other);
  });
});
