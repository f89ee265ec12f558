/* The configuration for operators: every variable of the table with its value, and secrets only as set or not. */
import type { Config } from './config.js';
import type { Variable } from './variable.js';
import { VARIABLES } from './variables.js';
import { type CombinedName, memberOf } from './members.js';

export interface Setting {
  readonly variable: string;
  /** Of its group in the documentation. */
  readonly heading: string;
  readonly isSet: boolean;
  /** Absent where it is not set, and for a secret. */
  readonly value?: string;
  /** Differs from the default. */
  readonly changed: boolean;
}

type Value = string | number | boolean | undefined;

/** Variables that are not members of their own. */
const COMBINED: { readonly [Name in CombinedName]: (config: Config) => Value } = {
  NODE_ENV: ({ production }) => (production ? 'production' : 'development'),
  REDIS_URL: ({ redis }) => redis?.mode === 'single',
  REDIS_CLUSTER_NODES: ({ redis }) => redis?.mode === 'cluster',
  REDIS_SENTINELS: ({ redis }) => redis?.mode === 'sentinel',
  ZOOM_CLIENT_ID: ({ providers }) => providers.zoom?.clientId,
  ZOOM_CLIENT_SECRET: ({ providers }) => providers.zoom?.clientSecret,
  ZOOM_URL: ({ providers }) => providers.zoom?.url,
  GOOGLE_CLIENT_ID: ({ providers }) => providers.google?.clientId,
  GOOGLE_CLIENT_SECRET: ({ providers }) => providers.google?.clientSecret,
  GOOGLE_URL: ({ providers }) => providers.google?.url,
  OFFICE365_CLIENT_ID: ({ providers }) => providers.office365?.clientId,
  OFFICE365_CLIENT_SECRET: ({ providers }) => providers.office365?.clientSecret,
  OFFICE365_URL: ({ providers }) => providers.office365?.url,
};

const isCombined = (variable: string): variable is CombinedName => Object.hasOwn(COMBINED, variable);

function valueOf(config: Config, variable: string): Value {
  if (isCombined(variable)) return COMBINED[variable](config);
  const value: unknown = Object.entries(config).find(([name]) => name === memberOf(variable))?.[1];
  return Array.isArray(value) ? value.join(',') : (value as Value);
}

const isText = (value: Value): boolean => value !== undefined && value !== '' && value !== false;

function settingOf(
  variable: string,
  row: Variable,
  { heading, value, fallback }: { heading: string; value: Value; fallback: string | undefined },
): Setting {
  const about = { variable, heading };
  if (row.secret) return { ...about, isSet: isText(value), changed: isText(value) };
  const text = value === undefined || value === '' ? undefined : String(value);
  return text === undefined
    ? { ...about, isSet: false, changed: false }
    : { ...about, isSet: true, value: text, changed: text !== fallback };
}

/** In the order of the table. */
export function settingsOf(config: Config): readonly Setting[] {
  const values = new Map<string, Value>();
  let heading = '';
  return Object.entries<Variable>(VARIABLES).map(([variable, row]) => {
    heading = row.heading ?? heading;
    const value = valueOf(config, variable);
    values.set(variable, value);
    const template = (config.production ? row.defaultInProduction : undefined) ?? row.default;
    const fallback = template?.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => String(values.get(name)));
    return settingOf(variable, row, { heading, value, fallback });
  });
}
