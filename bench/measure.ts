/* A target in a process of its own, and what its requests cost it. */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../test/support/child-server.js';
import { type Measured, run } from './load.js';
import type { Row } from './results.js';
import type { Subject } from './subjects.js';
import type { Order, Report, TargetName } from './target-process.js';
import type { Servers } from './targets/target.js';

export const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);

/** The target has one core to itself where the machine lets us choose; load and stores share the others. */
function pin(child: ChildProcess): void {
  try {
    execFileSync('taskset', ['-a', '-p', '-c', '0', String(child.pid)], { stdio: 'ignore' });
  } catch {
    // No taskset: the figures are noisier, the ratios hold.
  }
}

async function ask(child: ChildProcess, order: Order): Promise<Report> {
  child.send(order);
  const [report] = (await once(child, 'message')) as [Report];
  return report;
}

export async function cpu(child: ChildProcess): Promise<number> {
  const report = await ask(child, { kind: 'cpu' });
  return report.kind === 'cpu' ? report.microseconds : Number.NaN;
}

export async function seeds(child: ChildProcess, count: number): Promise<readonly string[]> {
  if (count === 0) return [];
  const report = await ask(child, { kind: 'seed', count });
  return report.kind === 'seeded' ? report.credentials : [];
}

interface Round extends Measured {
  readonly cpu: number;
}

async function round(child: ChildProcess, url: string, { seeds: count, load }: Subject): Promise<Round> {
  const work = load(await seeds(child, count));
  const before = await cpu(child);
  const measured = await run(url, work);
  if (measured.refused > 0)
    throw new Error(`${measured.refused} of ${measured.requests} requests were refused`);
  return { ...measured, cpu: ((await cpu(child)) - before) / measured.requests };
}

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
}

export async function start(name: TargetName, servers: Servers): Promise<Started> {
  const port = await freePort();
  const child = fork(new URL('./target-process.js', import.meta.url), {
    env: {
      ...process.env,
      BENCH_TARGET: name,
      BENCH_PORT: String(port),
      BENCH_DATABASE_URL: servers.databaseUrl,
      BENCH_REDIS_URL: servers.redisUrl,
    },
  });
  await once(child, 'message');
  pin(child);
  return { child, url: `http://localhost:${port}` };
}

export async function end(child: ChildProcess): Promise<void> {
  child.kill();
  await once(child, 'exit');
}

/** The best of several rounds, after one that warms up. */
export async function measure(subject: Subject, servers: Servers): Promise<Row> {
  const { child, url } = await start(subject.name, servers);
  const rounds: Round[] = [];
  for (let count = 0; count <= ROUNDS; count += 1) {
    const measured = await round(child, url, subject);
    if (count > 0) rounds.push(measured);
  }
  await end(child);
  return {
    name: subject.name,
    baseline: subject.baseline,
    perSecond: Math.max(...rounds.map(({ perSecond }) => perSecond)),
    p50: Math.min(...rounds.map(({ p50 }) => p50)),
    p99: Math.min(...rounds.map(({ p99 }) => p99)),
    cpu: Math.min(...rounds.map((one) => one.cpu)),
  };
}
