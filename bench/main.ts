/*
 * `npm run bench`: what Slotkey costs against named baselines, measured in one run on throw-away servers. CPU time per
 * request is the steady figure; requests a second and latencies swing with whatever else the machine does. Several
 * rounds, the best of each counts. Nothing here passes or fails. A whole run is kept in bench/results, from which
 * `npm run docs` makes the tables of docs/performance.md.
 *
 * BENCH_ONLY measures the subjects whose name it is part of, with their baselines; with BENCH_ONLY=slots no server is
 * needed, BENCH_ONLY=overload shows one process at three times its capacity, and BENCH_ONLY=peers other authorization
 * servers. BENCH_MILLION=1 adds a million live
 * tokens, which take up a gigabyte and some minutes.
 */
import { startPostgres } from '../test/support/postgres-server.js';
import { startRedis, withRedis } from '../test/support/redis-server.js';
import { bytesEach, settle } from './installations.js';
import { cpu, end, measure, ROUNDS, seeds, start } from './measure.js';
import { EXCESSES, measureOverload } from './overload.js';
import { printMemory, printOverload, printPeers, printRow, printRows, printSlots } from './report.js';
import { machineOf, type NamedOverload, type Row, save, today } from './results.js';
import { measurePeers } from './peers.js';
import { measureSlots } from './slots.js';
import { AMONG_MANY, AMOUNT, chosen, type Subject, SUBJECTS } from './subjects.js';
import type { Servers } from './targets/target.js';

const ONLY = process.env['BENCH_ONLY'] ?? '';
const MILLION = process.env['BENCH_MILLION'] === '1';
const INSTALLATIONS = 200;

async function bytesPerInstallation(servers: Servers): Promise<number> {
  const { child, url } = await start('code', servers);
  const settled = await settle(url, await seeds(child, INSTALLATIONS));
  await end(child);
  return bytesEach(servers.redisUrl, settled);
}

async function measureAll(subjects: readonly Subject[], servers: Servers): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const subject of subjects) {
    const row = await measure(subject, servers);
    rows.push(row);
    printRow(row, rows, subjects.length);
  }
  return rows;
}

async function measureExcesses(servers: Servers): Promise<readonly NamedOverload[]> {
  const overloads: NamedOverload[] = [];
  for (const excess of EXCESSES) {
    const { child, url } = await start(excess.target, servers);
    const measured = await measureOverload(excess, {
      port: Number(new URL(url).port),
      seed: (count) => seeds(child, count),
      cpu: () => cpu(child),
    });
    await end(child);
    overloads.push({ name: excess.target, ...measured });
  }
  return overloads;
}

const [subjects, many] = [chosen(SUBJECTS, ONLY), MILLION ? chosen(AMONG_MANY, ONLY) : []];
const slots = 'slots'.includes(ONLY) ? measureSlots() : [];
if (slots.length > 0) printSlots(slots);
const isOverload = 'overload'.includes(ONLY);
const isPeers = ONLY === 'peers';
if (subjects.length + many.length > 0 || isOverload || isPeers) {
  const [postgres, redis] = [await startPostgres(), await startRedis()];
  const servers = { databaseUrl: postgres.url('postgres'), redisUrl: redis.url() };
  try {
    if (isPeers) {
      const [date, machine, peers] = [today(), await machineOf(servers), await measurePeers(servers)];
      printPeers(peers);
      await save('peers', { date, machine, peers });
    }
    const bytes = subjects.length > 0 ? await bytesPerInstallation(servers) : undefined;
    const rows = [...(await measureAll(subjects, servers))];
    await withRedis(servers.redisUrl, (client) => client.flushall());
    rows.push(...(await measureAll(many, servers)));
    const overload = isOverload ? await measureExcesses(servers) : [];
    if (rows.length > 0) printRows(rows, ROUNDS, AMOUNT);
    if (bytes !== undefined) printMemory(bytes);
    for (const one of overload) printOverload(one);
    if (ONLY === '' && bytes !== undefined) {
      const [machine, requests] = [await machineOf(servers), AMOUNT];
      await save(today(), {
        machine,
        rounds: ROUNDS,
        requests,
        bytesPerInstallation: bytes,
        rows,
        slots,
        overload,
      });
    }
  } finally {
    await Promise.all([postgres.stop(), redis.stop()]);
  }
}
