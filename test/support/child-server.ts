/*
 * Servers as child processes of the tests: in a directory of their own, on a free port of the loopback interface, and
 * gone at the latest with the process that started them.
 */
import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from './until.js';

export const run = promisify(execFile);

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

export const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

export interface User {
  readonly uid: number;
  readonly gid: number;
}

export interface Directory {
  readonly path: string;
  remove(): Promise<void>;
}

export async function temporaryDirectory(owner?: User): Promise<Directory> {
  const path = await mkdtemp(join(process.env['TEST_DIRECTORY'] ?? tmpdir(), 'slotkey-test-'));
  if (owner) await chown(path, owner.uid, owner.gid);
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

export interface Child {
  /** SIGSTOP and SIGCONT, to the children of the process too. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  end(signal: NodeJS.Signals): Promise<void>;
}

export interface ChildCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly user?: User | undefined;
}

export async function childrenOf(pid: number): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

const isStopped = async (pid: number): Promise<boolean> =>
  /\) [TZ] /.test(await readFile(`/proc/${pid}/stat`, 'utf8'));

async function stop(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  await until(() => isStopped(pid));
}

/** The process first: once it has stopped, it has no further children. */
async function freeze(pid: number): Promise<void> {
  await stop(pid);
  for (const child of await childrenOf(pid)) await stop(child);
}

async function thaw(pid: number): Promise<void> {
  for (const member of [pid, ...(await childrenOf(pid))]) process.kill(member, 'SIGCONT');
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGCONT');
  child.kill(signal);
  await once(child, 'exit');
}

/** Resolves when `isReady`; rejects with the server's last words when it ends before that. */
export async function startChild(options: ChildCommand, isReady: () => Promise<boolean>): Promise<Child> {
  const { command, args, cwd, user } = options;
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], ...user });
  let message = '';
  const hear = (chunk: Buffer): void => void (message = (message + chunk.toString()).slice(-4000));
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const atExit = (): void => void child.kill('SIGKILL');
  process.once('exit', atExit);
  const failed = new Promise<never>((_, reject) => {
    child.once('error', (error) =>
      reject(new Error(`${command} cannot be run: is it installed?`, { cause: error })),
    );
    child.once('exit', () => {
      process.off('exit', atExit);
      reject(new Error(`${command} ended: ${message}`));
    });
  });
  failed.catch(() => undefined);
  await Promise.race([failed, until(isReady)]);
  const pid = child.pid ?? 0;
  return {
    freeze: () => freeze(pid),
    thaw: () => thaw(pid),
    end: (signal) => ended(child, signal),
  };
}
