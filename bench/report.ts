/* What the bench prints. */
import { cpus } from 'node:os';
import type { Latency, Throughput } from './overload.js';
import type { Peer } from './peers.js';
import { type NamedOverload, ratioOf, type Row } from './results.js';
import type { SlotRow } from './slots.js';

const COLUMNS = ['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU us/request', 'against', 'CPU ratio'] as const;

const cells = (row: Row, rows: readonly Row[]): readonly string[] => [
  row.name,
  row.perSecond.toFixed(0),
  row.p50.toFixed(1),
  row.p99.toFixed(1),
  row.cpu.toFixed(0),
  row.baseline ?? '',
  ratioOf(row, rows)?.toFixed(2) ?? '',
];

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

/** As soon as it is measured; to the terminal, not into the result. */
export function printRow(row: Row, rows: readonly Row[], count: number): void {
  const ratio = ratioOf(row, rows)?.toFixed(2);
  const against = ratio === undefined ? '' : `, ${ratio} of ${row.baseline ?? ''}`;
  process.stderr.write(`${rows.length}/${count} ${row.name}: ${row.cpu.toFixed(0)} us${against}\n`);
}

export function printRows(rows: readonly Row[], rounds: number, requests: number): void {
  const measured = table([COLUMNS, ...rows.map((row) => cells(row, rows))]);
  process.stdout.write(
    `${MACHINE}, best of ${rounds} rounds of up to ${requests} requests\n\n${measured}\n\n`,
  );
}

export const printMemory = (bytes: number): void =>
  void process.stdout.write(`One live installation takes up ${bytes.toFixed(0)} bytes of Redis.\n`);

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

const yes = (value: boolean): string => (value ? 'yes' : 'no');

/** What a code and a refresh cost, then how each stands the questions of `Correctness`. */
export const PEER_COLUMNS: readonly string[] = [
  'authorization server',
  'code, CPU µs',
  'refresh, CPU µs',
  'one code 20 times at once: redeemed',
  'one refresh token 20 times at once: new ones',
  'goes on after a lost answer',
  'a replayed code ends its tokens',
  'tokens readable in the store',
];

export const peerCells = ({ name, code, refresh, correctness }: Peer): readonly string[] => [
  name,
  code.toFixed(0),
  refresh.toFixed(0),
  String(correctness.redeemed),
  String(correctness.rotated),
  yes(correctness.survivesLostAnswer),
  yes(correctness.endsAfterReplay),
  yes(correctness.readableAtRest),
];

export const printPeers = (peers: readonly Peer[]): void =>
  void process.stdout.write(`${table([PEER_COLUMNS, ...peers.map(peerCells)])}\n`);

const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(0)} %`;
const throughput = ({ perSecond, cpu }: Throughput): readonly string[] => [
  perSecond.toFixed(0),
  cpu.toFixed(0),
];
const latency = ({ p50, p99 }: Latency): readonly string[] => [p50.toFixed(0), p99.toFixed(0)];

export function printOverload({ name, peak, goodput, accepted, refused, refusals }: NamedOverload): void {
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
