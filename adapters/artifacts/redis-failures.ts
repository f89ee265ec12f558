/* Which errors of ioredis and Redis say that the store is at fault. */
import { ReplyError } from 'ioredis';
import { errorMessage } from '../error-code.js';

// Refused before anything was done: no memory, no disk, too few replicas, a replica or a busy, loading, split server.
const REFUSALS =
  /^(OOM|MISCONF|NOREPLICAS|READONLY|MASTERDOWN|BUSY|LOADING|CLUSTERDOWN|TRYAGAIN|UNBLOCKED|NOAUTH|WRONGPASS|NOPERM)\b|max number of clients/;

/** Everything that is no answer of the server is an outage; of its answers those that refuse work. */
export function isRedisOutage(error: unknown): boolean {
  if (error instanceof ReplyError) return REFUSALS.test(errorMessage(error));
  return !(error instanceof TypeError || error instanceof RangeError);
}

/** The command may have been carried out, or not: its answer is missing. */
export const isAnswerLost = (error: unknown): boolean =>
  isRedisOutage(error) && !(error instanceof ReplyError);
