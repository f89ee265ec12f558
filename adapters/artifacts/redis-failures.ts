/* Which errors of ioredis and Redis are faults of the store. */
import { ReplyError } from 'ioredis';
import { errorMessage } from '../error-code.js';

// Refused before anything was done: no memory, no disk, too few replicas, a replica or a busy, loading, split server.
const REFUSALS =
  /^(OOM|MISCONF|NOREPLICAS|READONLY|MASTERDOWN|BUSY|LOADING|CLUSTERDOWN|TRYAGAIN|UNBLOCKED|NOAUTH|WRONGPASS|NOPERM)\b|max number of clients/;

/** Every failure without a reply of the server is an outage; of its replies those that refuse work. */
export function isRedisOutage(error: unknown): boolean {
  if (error instanceof ReplyError) return REFUSALS.test(errorMessage(error));
  return !(error instanceof TypeError || error instanceof RangeError);
}

/** The key holds a value of another type, or no number where there was one: not written by this service. */
export const isForeignValue = (error: unknown): boolean =>
  error instanceof ReplyError && /WRONGTYPE|not an integer/.test(errorMessage(error));

/** The command may have run or not: its reply is missing. */
export const isAnswerLost = (error: unknown): boolean =>
  isRedisOutage(error) && !(error instanceof ReplyError);
