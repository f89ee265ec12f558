/* The refusal of one attempt too many, on pages. */
import { counted } from '../../../views/parts/text/counted.js';
import type { TooManyAttempts } from '../../accounts/sign-in-rate-limit.js';
import { type PageOptions, retryAfter } from '../reply.js';

/** `Too many attempts. Wait 15 minutes and try again.` */
export const tooManyAttempts = ({ retryAfterSeconds }: TooManyAttempts): string =>
  `Too many attempts. Wait ${counted(Math.ceil(retryAfterSeconds / 60), 'minute')} and try again.`;

export const throttled = ({ retryAfterSeconds }: TooManyAttempts): PageOptions => ({
  status: 429,
  headers: retryAfter(retryAfterSeconds),
});
