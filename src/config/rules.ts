/* Rules between variables, and for production. */
import type { ConfigFault } from './faults.js';
import { MIN_KEY_LENGTH } from './readers.js';
import type { Values, VariableName } from './values.js';
import { VARIABLES } from './variables.js';

export interface RuleContext {
  readonly values: Values;
  /** Also true for a faulty value. */
  isSet(variable: VariableName): boolean;
  isAtFault(variable: VariableName): boolean;
}

interface Rule extends ConfigFault {
  readonly variable: VariableName;
  readonly isBroken: (context: RuleContext) => boolean;
}

const required = (variable: VariableName, other: VariableName, remedy: string): Rule => ({
  variable,
  problem: `is missing although ${other} is set`,
  remedy,
  isBroken: ({ isSet }) => isSet(other) && !isSet(variable),
});

const bothOrNone = (one: VariableName, other: VariableName): readonly Rule[] => [
  required(one, other, 'set both, or none of them'),
  required(other, one, 'set both, or none of them'),
];

const notBoth = (variable: VariableName, other: VariableName): Rule => ({
  variable,
  problem: `is set beside ${other}`,
  remedy: 'set only one of the three REDIS_ variables',
  isBroken: ({ isSet }) => isSet(variable) && isSet(other),
});

type Port = 'PORT' | 'HEALTH_PORT' | 'METRICS_PORT';

/** Zero is any free port. */
const samePort = (variable: Port, other: Port): readonly Rule[] => [
  {
    variable,
    problem: `is the same as ${other}`,
    remedy: 'use another port, or leave it out',
    isBroken: ({ values }) =>
      values[variable] !== undefined && values[variable] !== 0 && values[variable] === values[other],
  },
];

const KEYS_REMEDY = `set a random text of at least ${MIN_KEY_LENGTH} characters, newest key first, separated by commas`;

const RULES: readonly Rule[] = [
  ...samePort('HEALTH_PORT', 'PORT'),
  ...samePort('METRICS_PORT', 'PORT'),
  ...samePort('METRICS_PORT', 'HEALTH_PORT'),
  {
    variable: 'WORKERS',
    problem: 'is more than 1 without DATABASE_URL',
    remedy: 'set DATABASE_URL, or leave it out: the embedded database serves one process',
    isBroken: ({ values, isSet }) =>
      values.WORKERS !== 'auto' && values.WORKERS > 1 && !isSet('DATABASE_URL'),
  },
  {
    variable: 'DEMO',
    problem: 'is on in production',
    remedy: 'leave it out or set it to false',
    // The demonstration prints passwords.
    isBroken: ({ values }) => values.DEMO && values.NODE_ENV === 'production',
  },
  {
    variable: 'SETTINGS_URL',
    problem: "is not on APP_URL's origin",
    remedy: 'the session cookie belongs to the host of APP_URL, so use an address there',
    // A faulty APP_URL has no origin to compare with.
    isBroken: ({ values, isSet, isAtFault }) =>
      isSet('SETTINGS_URL') &&
      !isAtFault('APP_URL') &&
      new URL(values.SETTINGS_URL).origin !== values.APP_URL,
  },
  notBoth('REDIS_CLUSTER_NODES', 'REDIS_URL'),
  notBoth('REDIS_SENTINELS', 'REDIS_URL'),
  notBoth('REDIS_SENTINELS', 'REDIS_CLUSTER_NODES'),
  {
    variable: 'SECRET_KEYS',
    problem: 'is missing in production',
    remedy: KEYS_REMEDY,
    isBroken: ({ values }) => values.SECRET_KEYS === undefined && values.NODE_ENV === 'production',
  },
  {
    variable: 'SECRET_KEYS',
    problem: 'is missing although DATABASE_URL is set, which replicas share',
    remedy: KEYS_REMEDY,
    isBroken: ({ values, isSet }) =>
      values.SECRET_KEYS === undefined && isSet('DATABASE_URL') && values.NODE_ENV !== 'production',
  },
  required('MAIL_FROM', 'SMTP_URL', `write it like ${VARIABLES.MAIL_FROM.example}`),
  {
    variable: 'REFRESH_TOKEN_TTL',
    problem: 'is longer than REFRESH_TOKEN_MAX_AGE',
    remedy: 'make it the same or shorter',
    isBroken: ({ values }) => values.REFRESH_TOKEN_TTL > values.REFRESH_TOKEN_MAX_AGE,
  },
  ...bothOrNone('ZOOM_CLIENT_ID', 'ZOOM_CLIENT_SECRET'),
  ...bothOrNone('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'),
  ...bothOrNone('OFFICE365_CLIENT_ID', 'OFFICE365_CLIENT_SECRET'),
];

export const brokenRules = (context: RuleContext): readonly ConfigFault[] =>
  RULES.filter(({ isBroken }) => isBroken(context)).map(({ isBroken: _, ...fault }) => fault);
