/* Which errors of pg, knex and PostgreSQL say that the database is at fault, and which that a transaction may pass now. */
import { errorCode, errorMessage } from '../error-code.js';

/** What pg says when `query_timeout` passed without an answer. */
const READ_TIMEOUT = 'Query read timeout';

// SQLSTATE classes (PostgreSQL appendix A): connection exception, invalid authorization, no such database, transaction
// rollback, insufficient resources, operator intervention, system error; beside them single codes.
const OUTAGE_CLASSES = ['08', '28', '3D', '40', '53', '57', '58'];
/** Read-only (a standby after a failover), lock wait over, idle transaction ended. */
const OUTAGE_CODES = ['25006', '55P03', '25P03'];
const SYSTEM_CODES = /^E(CONN|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOST|NET|ADDR)/;
// Where pg gives no code. knex puts the statement and a hyphen before its words.
const MESSAGES =
  /(^| - )(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client (has encountered|was closed)|The server does not support SSL|Knex: Timeout acquiring|aborted$|operation timed out)/;

/** The server said nothing at all: what is wrong with the statement's connection is not known. */
export const isSilence = (error: unknown): boolean => errorMessage(error).endsWith(READ_TIMEOUT);

const isSqlState = (code: string): boolean => /^[0-9A-Z]{5}$/.test(code) && !SYSTEM_CODES.test(code);

export function isDatabaseOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  // One fault for each address that was tried.
  if ('errors' in error && Array.isArray(error.errors)) return error.errors.some(isDatabaseOutage);
  const code = errorCode(error);
  if (isSqlState(code)) return OUTAGE_CLASSES.includes(code.slice(0, 2)) || OUTAGE_CODES.includes(code);
  return SYSTEM_CODES.test(code) || MESSAGES.test(errorMessage(error));
}

/** Serialization failure, deadlock: nothing was done, the same transaction may pass now. */
export const isTransient = (error: unknown): boolean => ['40001', '40P01'].includes(errorCode(error));

/** A unique index holds the same value already. */
const isTaken = (error: unknown): boolean => errorCode(error) === '23505';

/** A statement that would hold a value twice is refused by the database; nothing of its transaction stands. */
export async function unlessTaken<T, A extends string>(work: Promise<T>, answer: A): Promise<T | A> {
  try {
    return await work;
  } catch (error) {
    if (isTaken(error)) return answer;
    throw error;
  }
}
