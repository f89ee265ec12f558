/* Classifies errors of pg, knex and PostgreSQL: outages of the database, and conflicts after which a retry may succeed. */
import { errorCode, errorMessage } from '../error-code.js';

/** As pg says it after its own `query_timeout`. */
const READ_TIMEOUT = 'Query read timeout';

// SQLSTATE classes (PostgreSQL appendix A): connection exception, invalid authorization, no such database, transaction
// rollback, insufficient resources, operator intervention, system error; beside them single codes.
const OUTAGE_CLASSES = ['08', '28', '3D', '40', '53', '57', '58'];
/** Read-only (a standby after a failover), idle transaction ended. */
const OUTAGE_CODES = ['25006', '25P03'];
const SYSTEM_CODES = /^E(CONN|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOST|NET|ADDR|MFILE|NFILE)/;
// Errors of pg without a code. knex puts the statement and a hyphen before their messages.
const MESSAGES =
  /(^| - )(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client (has encountered|was closed)|The server does not support SSL|Knex: Timeout acquiring|aborted$|operation timed out)/;

/** The server did not respond, so the connection may be broken. */
export const isSilence = (error: unknown): boolean => errorMessage(error).endsWith(READ_TIMEOUT);

const isSqlState = (code: string): boolean => /^[0-9A-Z]{5}$/.test(code) && !SYSTEM_CODES.test(code);

export function isDatabaseOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  // AggregateError: one error for each address of the host.
  if ('errors' in error && Array.isArray(error.errors)) return error.errors.some(isDatabaseOutage);
  const code = errorCode(error);
  if (isSqlState(code)) return OUTAGE_CLASSES.includes(code.slice(0, 2)) || OUTAGE_CODES.includes(code);
  return SYSTEM_CODES.test(code) || MESSAGES.test(errorMessage(error));
}

/** Serialization failure or deadlock: nothing was changed, and a retry may succeed. */
export const isTransient = (error: unknown): boolean => ['40001', '40P01'].includes(errorCode(error));

/** Another transaction held what the statement waited for: nothing was changed. */
export const isLockTimeout = (error: unknown): boolean => errorCode(error) === '55P03';

export const isContention = (error: unknown): boolean => isTransient(error) || isLockTimeout(error);

/** Violation of a unique index. */
const isTaken = (error: unknown): boolean => errorCode(error) === '23505';

/** Returns `answer` when a unique index refuses the statement; its transaction is rolled back. */
export async function unlessTaken<T, A extends string>(work: Promise<T>, answer: A): Promise<T | A> {
  try {
    return await work;
  } catch (error) {
    if (isTaken(error)) return answer;
    throw error;
  }
}
