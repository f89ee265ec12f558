import { Command } from 'commander';
import { ConfigError, readConfig } from '../config/config.js';
import type { Config } from '../config/config.js';
import { keyStates } from '../keys/key-ages.js';
import { errorSummary } from '../process/error-summary.js';
import type { Stores } from '../stores.js';
import {
  clockFinding,
  type Finding,
  keyAgeFindings,
  keyFindings,
  ok,
  proxyFinding,
  senderFindings,
  unsafe,
  urlFindings,
  warning,
} from './checks.js';
import { openAll } from './command-context.js';
import type { CommandContext } from './command-context.js';
import { EXIT_FAILURE, table } from './terminal.js';

async function storeFindings(stores: Stores): Promise<readonly Finding[]> {
  const [faults, warnings] = [await stores.faults(), await stores.warnings()];
  return [
    ...faults.map(({ store, reason }) => unsafe(store, reason)),
    ...(faults.length > 0 ? [] : [ok('stores', 'Reachable and safe to use.')]),
    ...warnings.map(({ store, reason }) => warning(store, reason)),
  ];
}

const LATER_THAN_NOW_MS = 1000;

async function examineOpen(config: Config): Promise<readonly Finding[]> {
  const open = await openAll(config);
  const { stores, keys, secretKeys } = open;
  try {
    const findings = await storeFindings(stores);
    if (findings.some(({ level }) => level === 'unsafe')) return findings;
    const now = new Date();
    const future = await stores.events.audit.list(new Date(now.getTime() + LATER_THAN_NOW_MS), 1000);
    const differs = findings.some(({ area }) => area === 'clock');
    const clock = differs ? [] : [clockFinding(now, future.at(-1)?.at)];
    const ages = await stores.keys.keyAges.ages(keys.ids);
    const states = keyStates(keys.ids, ages, { ...config, now: now.getTime() });
    return [...findings, ...keyFindings(secretKeys, config), ...keyAgeFindings(states), ...clock];
  } finally {
    await open.close();
  }
}

async function examineStores(config: Config): Promise<readonly Finding[]> {
  try {
    return await examineOpen(config);
  } catch (error) {
    return [unsafe('stores', `They cannot be opened. ${errorSummary(error)}`)];
  }
}

async function examine(read: () => Config): Promise<readonly Finding[]> {
  try {
    const config = read();
    const mode = config.production
      ? 'Production.'
      : 'Not production: set NODE_ENV=production where people rely on it.';
    return [
      ok('configuration', mode),
      ...urlFindings(config),
      proxyFinding(config),
      ...senderFindings(config),
      ...(await examineStores(config)),
    ];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.faults.map(({ variable, problem, remedy }) =>
      unsafe('configuration', `${variable} ${problem}: ${remedy}`),
    );
  }
}

export const doctorCommand = ({ terminal, answer }: CommandContext): Command =>
  new Command('doctor')
    .description('examine configuration, stores, keys, clock and URLs')
    .action(async () => {
      const findings = await examine(() => readConfig(terminal.env));
      const safe = findings.every(({ level }) => level !== 'unsafe');
      const rows = findings.map(({ level, area, message }) => [level, area, message]);
      answer({
        json: { safe, findings },
        text: table(['', 'area', 'finding'], rows, ''),
        exitCode: safe ? 0 : EXIT_FAILURE,
      });
    });
