import { Command } from 'commander';
import { settingsOf, type Setting } from '../config/settings.js';
import { keyStates, type KeyState } from '../keys/key-ages.js';
import type { StoreReport } from '../stores.js';
import { VERSION } from '../version.js';
import type { CommandContext } from './command-context.js';
import { pairs, table } from './terminal.js';

const storeJson = ({ store, version, schema, latencyMs }: StoreReport) => ({
  store,
  version: version ?? null,
  schema: schema ?? null,
  latency_ms: latencyMs ?? null,
});

const keyJson = ({ position, id, seenAt, writesSince, advice }: KeyState) => ({
  position,
  id,
  seen_at: seenAt ?? null,
  writes_since: writesSince ?? null,
  advice,
});

const settingJson = ({ variable, isSet, value, changed }: Setting) => ({
  variable,
  set: isSet,
  value: value ?? null,
  changed,
});

const storeTable = (stores: readonly StoreReport[]): string =>
  table(
    ['store', 'version', 'schema', 'answered in'],
    stores.map(({ store, version, schema = '', latencyMs }) => [
      ...[store, version ?? 'no answer', schema, latencyMs === undefined ? '' : `${latencyMs} ms`],
    ]),
    '',
  );

const keyTable = (keys: readonly KeyState[]): string =>
  table(
    ['key', 'id', 'in use since', 'writes since', 'advice'],
    keys.map(({ position, id, seenAt, writesSince, advice }) => [
      ...[String(position), id, seenAt?.toISOString() ?? '', writesSince?.toISOString() ?? '', advice],
    ]),
    '',
  );

const valueText = ({ isSet, value }: Setting): string => {
  if (!isSet) return 'not set';
  return value ?? 'set, not shown';
};

export const systemCommand = ({ withStores }: CommandContext): Command =>
  new Command('system')
    .description('print versions, stores, ages of keys, and the configuration without secrets')
    .action(() =>
      withStores(async ({ config, stores, keys: { ids } }) => {
        const reports = await stores.reports();
        const { refreshTokenTtl } = config;
        const ages = await stores.keys.keyAges.ages(ids);
        const keys = keyStates(ids, ages, { refreshTokenTtl, now: stores.now() });
        const settings = settingsOf(config);
        const versions = { version: VERSION, node: process.version };
        const json = {
          ...versions,
          stores: reports.map(storeJson),
          keys: keys.map(keyJson),
          configuration: settings.map(settingJson),
        };
        const configuration = pairs(
          settings.map((setting) => [setting.variable, valueText(setting)] as const),
        );
        const parts = [pairs(Object.entries(versions)), storeTable(reports), keyTable(keys), configuration];
        return { json, text: parts.join('\n\n') };
      }),
    );
