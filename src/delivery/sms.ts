/*
 * Text messages: from a job to the input of a gateway. The text comes sealed with the job because it may contain a code;
 * nothing is looked up here.
 */
import type { KeyRing } from '../keys/key-ring.js';
import type { Job } from '../jobs/store.js';
import type { Sms } from './message-ports.js';

export interface SealedDeps {
  readonly keys: KeyRing;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** The JSON that was sealed; undefined when it has expired or its key has left the ring. */
export function openPayload(
  { keys, clock }: SealedDeps,
  { payload }: Job<'sms' | 'verification'>,
): string | undefined {
  const { sealed, until } = payload;
  if (until !== undefined && Date.parse(until) <= clock()) return undefined;
  return keys.open(sealed);
}

/** Undefined when the message can no longer be sent. */
export function readSms(deps: SealedDeps, job: Job<'sms'>): Sms | undefined {
  const plain = openPayload(deps, job);
  return plain === undefined ? undefined : { id: job.id, ...(JSON.parse(plain) as Pick<Sms, 'to' | 'text'>) };
}
