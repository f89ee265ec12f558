/*
 * The service's configuration: read once from the environment, validated whole, frozen. The other files of this folder
 * read single variables; which variables there are, their defaults and what they must agree on is said here.
 */
import { readAppleCaldavUrl } from './calendars.js';
import { readSecretKeys } from './keys.js';
import { readGateways } from './messages.js';
import { readNetworks } from './networks.js';
import { readConferencing } from './providers.js';
import type { ProviderApps } from './providers.js';
import { readRedis } from './redis.js';
import type { RedisConfig } from './redis.js';
import { readOrigin, readPageUrl, readUrl } from './urls.js';
import { ConfigError, readChoice, readWholeNumber, startReading } from './variables.js';
import type { Environment, Reading } from './variables.js';

export { ConfigError } from './variables.js';
export type { Environment } from './variables.js';
export type { RedisCluster, RedisConfig, RedisSentinel } from './redis.js';

export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  /** Origins and URLs without a trailing slash. */
  readonly baseUrl: string;
  readonly appUrl: string;
  readonly settingsUrl: string;
  readonly issuerUrl: string;
  /** Absent: embedded PGlite in `dataDir`. */
  readonly databaseUrl?: string;
  readonly dataDir: string;
  /** Absent: artifacts are kept in the database. */
  readonly redis?: RedisConfig;
  /** Newest first. Absent only outside production on the embedded database: then kept in `dataDir`. */
  readonly secretKeys?: readonly string[];
  readonly smtpUrl?: string;
  readonly mailFrom?: string;
  readonly smsUrl?: string;
  /** Where people may connect their meetings and calendars. */
  readonly providers: ProviderApps;
  /** Where rooms are that need no account. */
  readonly jitsiUrl: string;
  /** What signs word of recordings and transcripts. Absent: no such word is taken. */
  readonly conferencingEventsSecret?: string;
  /** CIDRs whose X-Forwarded-* headers are believed. */
  readonly trustedProxies: readonly string[];
  /** CIDRs that may be called from here although they are private: receivers of webhooks, calendars. */
  readonly outboundAllow: readonly string[];
  readonly authorizationCodeTtl: number;
  readonly refreshTokenTtl: number;
  readonly refreshTokenMaxAge: number;
  readonly refreshGraceSeconds: number;
  /** How many bookings a network may make within ten minutes without a token. */
  readonly bookingsPerNetwork: number;
  /** The CalDAV server of Apple's calendars. */
  readonly appleCaldavUrl: string;
  readonly demo: boolean;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

const DAY = 86_400;
const DEFAULT_SETTINGS_PATH = '/settings/developer';

type Optional<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Without the members that are undefined, so that "absent" has one spelling. */
const present = <T extends object>(members: T): Optional<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Optional<T>;

function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFrozen);
  return value;
}

function readHost(reading: Reading): string {
  const host = reading.text('HOST') ?? '127.0.0.1';
  if (!/^[\w.:-]+$/.test(host)) {
    reading.fault('HOST', 'is not a host to listen on', 'give an address or a name, like 0.0.0.0');
  }
  return host;
}

function readAddresses(reading: Reading, production: boolean) {
  const port = readWholeNumber(reading, 'PORT', { min: 0, max: 65_535, fallback: 3000 });
  const baseUrl = readOrigin(reading, 'BASE_URL', production, `http://localhost:${port}`);
  const appUrl = readOrigin(reading, 'APP_URL', production, baseUrl);
  return {
    host: readHost(reading),
    port,
    baseUrl,
    appUrl,
    settingsUrl: readPageUrl(reading, 'SETTINGS_URL', production, appUrl, DEFAULT_SETTINGS_PATH),
    issuerUrl: readOrigin(reading, 'ISSUER_URL', production, appUrl),
  };
}

function readLifetimes(reading: Reading) {
  const longest = 3650 * DAY;
  const refreshTokenTtl = readWholeNumber(reading, 'REFRESH_TOKEN_TTL', {
    min: 1,
    max: longest,
    fallback: 30 * DAY,
  });
  const refreshTokenMaxAge = readWholeNumber(reading, 'REFRESH_TOKEN_MAX_AGE', {
    min: 1,
    max: longest,
    fallback: 365 * DAY,
  });
  if (refreshTokenTtl > refreshTokenMaxAge) {
    reading.fault('REFRESH_TOKEN_TTL', 'is longer than REFRESH_TOKEN_MAX_AGE', 'make it the same or shorter');
  }
  return {
    authorizationCodeTtl: readWholeNumber(reading, 'AUTHORIZATION_CODE_TTL', {
      min: 10,
      max: 600,
      fallback: 60,
    }),
    refreshTokenTtl,
    refreshTokenMaxAge,
    refreshGraceSeconds: readWholeNumber(reading, 'REFRESH_GRACE_SECONDS', {
      min: 0,
      max: 600,
      fallback: 60,
    }),
  };
}

function whyKeysAreNeeded(reading: Reading, production: boolean): string | undefined {
  if (production) return 'in production';
  return reading.text('DATABASE_URL') === undefined
    ? undefined
    : 'although DATABASE_URL is set, which replicas share';
}

function readStores(reading: Reading, production: boolean) {
  const database = readUrl(reading, 'DATABASE_URL', {
    schemes: ['postgres', 'postgresql'],
    example: 'postgres://user:password@localhost:5432/slotkey',
  });
  return {
    dataDir: reading.text('DATA_DIR') ?? './data',
    ...present({
      databaseUrl: database && reading.text('DATABASE_URL'),
      redis: readRedis(reading),
      secretKeys: readSecretKeys(reading, whyKeysAreNeeded(reading, production)),
    }),
  };
}

function withConferencing(reading: Reading, production: boolean) {
  const { providers, jitsiUrl, conferencingEventsSecret } = readConferencing(reading, production);
  return { providers, jitsiUrl, ...present({ conferencingEventsSecret }) };
}

/** The demonstration world prints passwords, so production never has it. */
function readDemo(reading: Reading, production: boolean): boolean {
  const wanted = readChoice(reading, 'DEMO', ['true', 'false'], production ? 'false' : 'true') === 'true';
  if (wanted && production) reading.fault('DEMO', 'is on in production', 'leave it out or set it to false');
  return wanted;
}

/** Throws a ConfigError with every fault. A variable that is set but empty counts as absent. */
export function readConfig(env: Environment): Config {
  const reading = startReading(env);
  const mode = readChoice(reading, 'NODE_ENV', ['production', 'development', 'test'], 'development');
  const production = mode === 'production';
  const config: Config = {
    production,
    ...readAddresses(reading, production),
    ...readStores(reading, production),
    ...present(readGateways(reading, production)),
    ...withConferencing(reading, production),
    trustedProxies: readNetworks(reading, 'TRUSTED_PROXIES'),
    outboundAllow: readNetworks(reading, 'OUTBOUND_ALLOW'),
    ...readLifetimes(reading),
    bookingsPerNetwork: readWholeNumber(reading, 'BOOKINGS_PER_NETWORK', {
      min: 1,
      max: 1_000_000,
      fallback: 60,
    }),
    appleCaldavUrl: readAppleCaldavUrl(reading, production),
    demo: readDemo(reading, production),
    logLevel: readChoice(reading, 'LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
  };
  if (reading.faults.length > 0) throw new ConfigError(reading.faults);
  return deepFrozen(config);
}
