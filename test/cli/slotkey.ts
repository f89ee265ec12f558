/*
 * The command line on a DATA_DIR of its own: a command runs in this process, with an environment of its own, or as a
 * process, as its users run it, where exit code, streams and signals are what is looked at.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommandLine } from '../../src/cli/program.js';
import type { Environment } from '../../src/config/config.js';
import { copyEmbedded } from '../support/backend-embedded.js';
import { temporaryDirectory } from '../support/child-server.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Resolves to standard output so far once it contains `text`; throws when the process ends before. */
  until(text: string): Promise<string>;
  readonly ended: Promise<Outcome>;
}

function start(script: string, args: readonly string[], env: Environment): Running {
  const child = spawn(process.execPath, ['start.js', script, ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  const ended = new Promise<Outcome>((resolve) => {
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
  return {
    child,
    pid: child.pid ?? 0,
    ended,
    until: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (stdout.includes(text)) resolve(stdout);
        };
        child.stdout.on('data', look);
        void ended.then(() => reject(new Error(`ended without saying ${text}: ${stdout}${stderr}`)));
        look();
      }),
  };
}

export interface CliFixture {
  readonly dataDir: string;
  /** Runs a command to its end. */
  slotkey(args: readonly string[], env?: Environment): Promise<Outcome>;
  /** The same as a process. */
  asProcess(args: readonly string[], env?: Environment): Promise<Outcome>;
  /** The same with --json; throws when it fails. */
  json(args: readonly string[], env?: Environment): Promise<unknown>;
  /** What `npm start` runs, on a port of the system's choice. */
  serve(env?: Environment): Running;
  /** All bytes in DATA_DIR. */
  bytes(): Promise<Buffer>;
  remove(): Promise<void>;
}

async function runHere(args: readonly string[], env: Environment): Promise<Outcome> {
  let [stdout, stderr] = ['', ''];
  const code = await runCommandLine(args, {
    env,
    print: (text) => (stdout += `${text}\n`),
    complain: (text) => (stderr += `${text}\n`),
  });
  return { code, stdout, stderr };
}

/** `empty`: without the database that a first command creates, which takes seconds. */
export async function createCliFixture({ empty = false } = {}): Promise<CliFixture> {
  const home = await temporaryDirectory();
  const dataDir = join(home.path, 'data');
  if (!empty) await copyEmbedded(dataDir);
  const slotkey: CliFixture['slotkey'] = (args, env = {}) => runHere(args, { DATA_DIR: dataDir, ...env });
  return {
    dataDir,
    slotkey,
    asProcess: (args, env = {}) => start('src/cli/main.ts', args, { DATA_DIR: dataDir, ...env }).ended,
    async json(args, env) {
      const { code, stdout, stderr } = await slotkey([...args, '--json'], env);
      if (code !== 0) throw new Error(`exit code ${String(code)}: ${stderr}`);
      return JSON.parse(stdout) as unknown;
    },
    serve: (env = {}) => start('src/main.ts', [], { DATA_DIR: dataDir, PORT: '0', ...env }),
    async bytes() {
      const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
      const files = entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
      return Buffer.concat(await Promise.all(files.map((file) => readFile(file))));
    },
    remove: () => home.remove(),
  };
}

/** The one line that a failure prints. */
export function onlyLine({ stdout, stderr }: Outcome): string {
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^[^\n]+\n$/);
  return stderr.trimEnd();
}
