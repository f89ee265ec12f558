/* Rate limits of client forms: each registration and each proposal has to be reviewed. */
import { HOUR, inSeconds } from '../../durations.js';
import type { Limit, Throttle } from '../../rate-limits/throttle.js';

type Kind = 'registrations' | 'changes';

export const FORM_LIMITS: Readonly<Record<Kind, Limit>> = {
  registrations: { attempts: 60, windowSeconds: inSeconds(HOUR) },
  changes: { attempts: 240, windowSeconds: inSeconds(HOUR) },
};

interface RateLimited {
  readonly retryAfterSeconds: number;
  readonly message: string;
}

/** Counts one try; undefined when it is within the limit. */
export async function formTry(throttle: Throttle, kind: Kind, by: number): Promise<RateLimited | undefined> {
  const { allowed, retryAfterSeconds } = await throttle.take(`client-${kind}:${by}`, FORM_LIMITS[kind]);
  if (allowed) return undefined;
  const message = `Too many ${kind} within an hour. Wait ${Math.ceil(retryAfterSeconds / 60)} minutes and try again.`;
  return { retryAfterSeconds, message };
}
