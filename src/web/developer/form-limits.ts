/* How often one account may save client forms: each registration and each proposal is a look that reviewers take. */
import { HOUR, inSeconds } from '../../durations.js';
import type { Limit, Throttle } from '../../http/throttle.js';

type Kind = 'registrations' | 'changes';

export const FORM_LIMITS: Readonly<Record<Kind, Limit>> = {
  registrations: { tries: 60, windowSeconds: inSeconds(HOUR) },
  changes: { tries: 240, windowSeconds: inSeconds(HOUR) },
};

export interface TooOften {
  readonly retryAfterSeconds: number;
  /** A sentence for the form, which is shown again as it was typed. */
  readonly words: string;
}

/** Counts one; undefined when it may go on. */
export async function formTry(throttle: Throttle, kind: Kind, by: number): Promise<TooOften | undefined> {
  const { allowed, retryAfterSeconds } = await throttle.take(`client-${kind}:${by}`, FORM_LIMITS[kind]);
  if (allowed) return undefined;
  const words = `Too many ${kind} within an hour. Wait ${Math.ceil(retryAfterSeconds / 60)} minutes and try again.`;
  return { retryAfterSeconds, words };
}
