/* Rate limits of client forms: each registration and each proposal is reviewed. */
import { HOUR, inSeconds } from '../../durations.js';
import type { Limit, Throttle } from '../../rate-limits/throttle.js';
import { retryAfter } from '../reply.js';
import type { RefusedForm } from './client-form.js';

type Kind = 'registrations' | 'changes';

export const FORM_LIMITS: Readonly<Record<Kind, Limit>> = {
  registrations: { attempts: 60, windowSeconds: inSeconds(HOUR) },
  changes: { attempts: 240, windowSeconds: inSeconds(HOUR) },
};

/** Counts one attempt; undefined when it is within the limit. */
export async function limitForm(
  throttle: Throttle,
  kind: Kind,
  by: number,
): Promise<RefusedForm | undefined> {
  const { allowed, retryAfterSeconds } = await throttle.take(`client-${kind}:${by}`, FORM_LIMITS[kind]);
  if (allowed) return undefined;
  const refusal = `Too many ${kind} within an hour. Wait ${Math.ceil(retryAfterSeconds / 60)} minutes and try again.`;
  return { status: 429, refusal, headers: retryAfter(retryAfterSeconds) };
}
