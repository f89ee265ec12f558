/* The table that the bench prints. */
import { cpus } from 'node:os';
import type { Latency, Overload, Throughput } from './overload.js';
import type { SlotRow } from './slots.js';

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

const COLUMNS = ['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU us/request', 'against', 'CPU ratio'] as const;

/** Baseline's CPU over ours: 1.00 means that we cost nothing on top, 0.50 that we cost as much again. */
function ratio(row: Row, rows: readonly Row[]): string {
  const baseline = rows.find(({ name }) => name === row.baseline);
  return baseline ? (baseline.cpu / row.cpu).toFixed(2) : '';
}

const cells = (row: Row, rows: readonly Row[]): readonly string[] => [
  row.name,
  row.perSecond.toFixed(0),
  row.p50.toFixed(1),
  row.p99.toFixed(1),
  row.cpu.toFixed(0),
  row.baseline ?? '',
  ratio(row, rows),
];

export interface Run {
  readonly rounds: number;
  readonly requests: number;
  /** What Redis keeps for one installation. */
  readonly bytes: number;
}

const LIMITS =
  'What limits the rest: system calls. A token request waits for Redis alone: for the family, then for its swap; the client is kept while the registry stays. The guard waits for one. Requests in one iteration of the event loop share a write to Redis and a statement of PostgreSQL; the answer to each caller is a write of its own. More processes are the way to more requests.';

/** Columns as wide as their longest cell. */
function table(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const MACHINE = `Node ${process.versions.node}, ${cpus().length} cores`;

export function print(rows: readonly Row[], { rounds, requests, bytes }: Run): void {
  const measured = table([COLUMNS, ...rows.map((row) => cells(row, rows))]);
  const how = `${MACHINE}, best of ${rounds} rounds of up to ${requests} requests`;
  const memory = `One live installation takes up ${bytes.toFixed(0)} bytes of Redis.`;
  process.stdout.write(`${how}\n\n${measured}\n\n${memory}\n${LIMITS}\n`);
}

export function printSlots(rows: readonly SlotRow[]): void {
  const lines = rows.map(({ hosts, need, slots, best, median }) => [
    hosts === 1 ? 'slots of 1 host' : `slots of ${need} of ${hosts} hosts`,
    String(slots),
    best.toFixed(1),
    median.toFixed(1),
  ]);
  const measured = table([['', 'slots', 'best ms', 'median ms'], ...lines]);
  process.stdout.write(`${MACHINE}, 30 days, 10,000 bookings\n\n${measured}\n`);
}

const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(0)} %`;
const throughput = ({ perSecond, cpu }: Throughput): readonly string[] => [
  perSecond.toFixed(0),
  cpu.toFixed(0),
];
const latency = ({ p50, p99 }: Latency): readonly string[] => [p50.toFixed(0), p99.toFixed(0)];

export function printOverload(name: string, { peak, goodput, accepted, refused, refusals }: Overload): void {
  const measured = table([
    [name, 'a second', 'CPU us each', 'p50 ms', 'p99 ms'],
    ['without excess', ...throughput(peak), '', ''],
    ['accepted of three times as many', ...throughput(goodput), ...latency(accepted)],
    [
      'of that without excess',
      share(goodput.perSecond, peak.perSecond),
      share(peak.cpu, goodput.cpu),
      '',
      '',
    ],
    [`refused, ${refusals} in all`, '', '', ...latency(refused)],
  ]);
  process.stdout.write(`${MACHINE}, one process at three times its capacity\n\n${measured}\n`);
}
