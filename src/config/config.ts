/*
 * The configuration of the service: read once from the environment, validated as a whole, frozen. The variables and their
 * readers are in variables.ts.
 */
import { present } from '../present.js';
import { ConfigError, type ConfigFault } from './faults.js';
import { COMBINED, type CombinedName, memberOf } from './members.js';
import type { RedisConfig } from './redis.js';
import { brokenRules } from './rules.js';
import { type Environment, readValues, textOf, type Values } from './values.js';
import { VARIABLES } from './variables.js';

export { ConfigError } from './faults.js';
export type { Environment } from './values.js';
export type { RedisCluster, RedisConfig, RedisSentinel } from './redis.js';

/** The client of this installation at a provider of meetings and calendars. */
interface ProviderApp {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Replaces all hosts of the provider. */
  readonly url?: string;
}

/** `REFRESH_TOKEN_TTL` is the member `refreshTokenTtl`. */
type Member<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<Member<Rest>>}`
  : Lowercase<Name>;
type Members = {
  readonly [Name in keyof Values as Name extends CombinedName ? never : Member<Name>]: Values[Name];
};

export interface Config extends Members {
  readonly production: boolean;
  /** Absent: artifacts are stored in the database. */
  readonly redis?: RedisConfig;
  /** Providers at which users may connect their meetings and calendars. */
  readonly providers: Readonly<Partial<Record<'zoom' | 'google' | 'office365', ProviderApp>>>;
}

function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFrozen);
  return value;
}

/** Undefined for a client that is not registered at the provider. */
const providerApp = (clientId?: string, clientSecret?: string, url?: string): ProviderApp | undefined =>
  clientId === undefined || clientSecret === undefined
    ? undefined
    : { clientId, clientSecret, ...present({ url }) };

const combine = (values: Values): Omit<Config, keyof Members> => ({
  production: values.NODE_ENV === 'production',
  ...present({ redis: values.REDIS_URL ?? values.REDIS_CLUSTER_NODES ?? values.REDIS_SENTINELS }),
  providers: present({
    zoom: providerApp(values.ZOOM_CLIENT_ID, values.ZOOM_CLIENT_SECRET, values.ZOOM_URL),
    google: providerApp(values.GOOGLE_CLIENT_ID, values.GOOGLE_CLIENT_SECRET, values.GOOGLE_URL),
    office365: providerApp(values.OFFICE365_CLIENT_ID, values.OFFICE365_CLIENT_SECRET, values.OFFICE365_URL),
  }),
});

const members = (values: Values): Members =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => !COMBINED.some((combined) => combined === name))
      .map(([name, value]) => [memberOf(name), value]),
  ) as Members;

/** Throws a ConfigError with every fault, in the order of the table. */
export function readConfig(env: Environment): Config {
  const faults: ConfigFault[] = [];
  const values = readValues(env, faults);
  const rules = brokenRules({
    values,
    isSet: (variable) => textOf(env, variable) !== undefined,
    isAtFault: (variable) => faults.some((fault) => fault.variable === variable),
  });
  const names = Object.keys(VARIABLES);
  const all = [...faults, ...rules].sort((a, b) => names.indexOf(a.variable) - names.indexOf(b.variable));
  if (all.length > 0) throw new ConfigError(all);
  return deepFrozen({ ...members(values), ...combine(values) });
}
