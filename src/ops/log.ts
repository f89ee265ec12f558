/*
 * The log: one JSON object per line with the fields below and no others, so that nothing is logged only because it is a
 * member of a logged object. Headers, bodies, queries and whole records have no field.
 */
import { pino } from 'pino';
import type { DestinationStream } from 'pino';
import type { Config } from '../config/config.js';

export interface LogFields {
  readonly method?: string;
  /** The pattern of the path, whose segments may be secrets. */
  readonly route?: string;
  readonly status?: number;
  readonly durationMs?: number;
  readonly requestId?: string;
  readonly clientIp?: string;
  readonly clientId?: string;
  readonly accountId?: number;
  readonly url?: string;
  readonly signal?: string;
  readonly store?: string;
  readonly reason?: string;
  readonly action?: string;
  readonly subject?: string;
  readonly count?: number;
  readonly err?: unknown;
}

export interface Log {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
  /** Lets callers skip the work for lines that are not logged. */
  isLevelEnabled(level: 'debug' | 'info'): boolean;
}

const FIELDS: Readonly<Record<keyof LogFields, true>> = {
  method: true,
  route: true,
  status: true,
  durationMs: true,
  requestId: true,
  clientIp: true,
  clientId: true,
  accountId: true,
  url: true,
  signal: true,
  store: true,
  reason: true,
  action: true,
  subject: true,
  count: true,
  err: true,
};

const isField = (name: string): boolean => Object.hasOwn(FIELDS, name);

/** Nearly all lines have only known fields, so they are not copied. */
const onlyFields = (object: Record<string, unknown>): Record<string, unknown> =>
  Object.keys(object).every(isField)
    ? object
    : Object.fromEntries(Object.entries(object).filter(([name]) => isField(name)));

const MAX_CAUSES = 3;

/** The values that PostgreSQL (SQLSTATE class 22) and JSON.parse quote when they cannot read them. */
const QUOTED_VALUES = [
  /(?<=\b(?:for type [\w ]+|invalid value [^"]*): )"[^]*"/,
  /(?<=\bvalue )"[^]*"(?= is out of range)/,
  /"[^]*"(?:\.\.\.)?(?= is not valid JSON)/,
];

const withoutValues = (text: string): string =>
  QUOTED_VALUES.reduce((rest, pattern) => rest.replace(pattern, '(value)'), text);

/** Errors of database drivers contain statements and values; only the members that describe the fault are logged. */
function describeError(error: unknown, causes = MAX_CAUSES): unknown {
  if (!(error instanceof Error)) return { message: typeof error };
  const { name, message, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const chain = cause === undefined || causes === 0 ? {} : { cause: describeError(cause, causes - 1) };
  const redacted = { message: withoutValues(message), stack: withoutValues(stack ?? '') };
  return { name, ...redacted, ...code, ...chain };
}

/** A pipe takes so many bytes whole, whoever else writes to it (PIPE_BUF of Linux). */
const WHOLE_BYTES = 4096;

/** Standard output that several processes write to: their lines do not mix. */
export const sharedOutput = (): DestinationStream =>
  pino.destination({ fd: 1, sync: false, maxWrite: WHOLE_BYTES });

/** Lines are buffered and written asynchronously; the rest is written when the process ends. */
export const createLog = (
  level: Config['logLevel'],
  destination: DestinationStream = pino.destination({ fd: 1, sync: false }),
): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: onlyFields },
      serializers: { err: (error: unknown) => describeError(error) },
    },
    destination,
  );
