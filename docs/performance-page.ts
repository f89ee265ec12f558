/* The tables and the chart of docs/performance.md, made from the newest run in bench/results: `npm run docs` writes them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PEER_COLUMNS, peerCells } from '../bench/report.js';
import {
  type Machine,
  type NamedOverload,
  type PeerResults,
  ratioOf,
  type Results,
  type Row,
} from '../bench/results.js';

/** Relative to the working directory, which is the repository's. */
const DIRECTORY = join('bench', 'results');
const MARKS = [
  '<!-- Measured: written by `npm run docs`. -->',
  '<!-- End of what was measured. -->',
] as const;
const ALT = 'CPU time of the baseline over that of the service, for each path';

export const peerResults = (): PeerResults =>
  JSON.parse(readFileSync(join(DIRECTORY, 'peers.json'), 'utf8')) as PeerResults;

export interface DatedResults extends Results {
  /** `2026-11-23`. */
  readonly date: string;
}

export function newestResults(): DatedResults {
  const file = readdirSync(DIRECTORY)
    .filter((name) => /^[\d-]+\.json$/.test(name))
    .toSorted()
    .at(-1);
  if (file === undefined) throw new Error('no run of the bench is kept in bench/results');
  const results = JSON.parse(readFileSync(join(DIRECTORY, file), 'utf8')) as Results;
  return { ...results, date: file.slice(0, -'.json'.length) };
}

const count = (value: number): string => Math.round(value).toLocaleString('en-US');
const percent = (part: number, whole: number): string => `${Math.round((100 * part) / whole)} %`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const machine = ({ cores, processor, memoryGiB, node, redis, postgres }: Machine): string =>
  `${cores} cores (${processor}), ${memoryGiB} GiB, Node.js ${node}, Redis ${redis}, PostgreSQL ${postgres}, all on one machine`;

function rowsTable(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.name,
    count(row.cpu),
    row.baseline ?? '',
    ratioOf(row, rows)?.toFixed(2) ?? '',
    count(row.perSecond),
    row.p50.toFixed(1),
    row.p99.toFixed(1),
  ]);
  return table(['what', 'CPU µs', 'baseline', 'ratio', 'a second', 'p50 ms', 'p99 ms'], cells);
}

const slotsTable = ({ slots }: Results): string =>
  table(
    ['slots of 30 days, 10,000 bookings', 'slots', 'best ms', 'median ms'],
    slots.map(({ hosts, need, slots: found, best, median }) => [
      hosts === 1 ? '1 host' : `${need} of ${hosts} hosts`,
      count(found),
      best.toFixed(1),
      median.toFixed(1),
    ]),
  );

const overloadRow = ({ name, peak, goodput, accepted, refused }: NamedOverload): readonly string[] => [
  name,
  count(peak.perSecond),
  percent(goodput.perSecond, peak.perSecond),
  percent(peak.cpu, goodput.cpu),
  `${count(accepted.p50)} / ${count(accepted.p99)}`,
  `${count(refused.p50)} / ${count(refused.p99)}`,
];

const overloadTable = ({ overload }: Results): string =>
  table(
    [
      'three times the capacity',
      'peak a second',
      'accepted',
      'for the same CPU',
      'p50 / p99 ms',
      'refused ms',
    ],
    overload.map(overloadRow),
  );

/** The page with the figures of `results` between its marks. */
export function performancePage(
  page: string,
  results: DatedResults,
  { date: day, peers }: PeerResults,
): string {
  const { date, rounds, requests, bytesPerInstallation, rows } = results;
  const [before, rest = ''] = page.split(MARKS[0]);
  const [, after = ''] = rest.split(MARKS[1]);
  const how = `Measured ${date} on ${machine(results.machine)}: best of ${rounds} rounds of up to ${count(requests)} requests. A live installation takes ${count(bytesPerInstallation)} bytes of Redis.`;
  const peersTable = table(PEER_COLUMNS, peers.map(peerCells));
  const beside = `Beside other authorization servers on the same Redis, with the same client and load (${day}):`;
  const parts = [
    how,
    `![${ALT}](performance.svg)`,
    rowsTable(rows),
    slotsTable(results),
    overloadTable(results),
    beside,
    peersTable,
  ];
  return [before ?? '', MARKS[0], '\n\n', parts.join('\n\n'), '\n\n', MARKS[1], after].join('');
}

const [WIDTH, LABEL, LINE, UNIT] = [1120, 410, 26, 200];
const STYLE = `text{font:13px system-ui,sans-serif;fill:#24292f}.bar{fill:#3b6fb6}.one{stroke:#8c959f;stroke-dasharray:3 3}@media(prefers-color-scheme:dark){text{fill:#d8dee4}.bar{fill:#7aa7e0}}`;

/** Bars of the ratios of all that has a baseline; the dashed line is 1, as fast as the baseline. */
export function performanceChart({ rows }: Results): string {
  const bars = rows.flatMap((row) => {
    const ratio = ratioOf(row, rows);
    return ratio === undefined ? [] : [{ ...row, ratio }];
  });
  const height = bars.length * LINE + 16;
  const lines = bars.map(({ name, baseline = '', ratio }, at) => {
    const [y, width] = [at * LINE + 8, Math.round(Math.min(ratio, 1.4) * UNIT)];
    const label = `<text x="${LABEL - 8}" y="${y + 15}" text-anchor="end">${name}</text>`;
    const bar = `<rect class="bar" x="${LABEL}" y="${y + 3}" width="${width}" height="${LINE - 8}" rx="2"/>`;
    return `${label}${bar}<text x="${LABEL + width + 6}" y="${y + 15}">${ratio.toFixed(2)} of ${baseline}</text>`;
  });
  const one = `<line class="one" x1="${LABEL + UNIT}" y1="0" x2="${LABEL + UNIT}" y2="${height}"/>`;
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${ALT}">`;
  return `${[open, `<style>${STYLE}</style>`, one, ...lines, '</svg>'].join('\n')}\n`;
}
