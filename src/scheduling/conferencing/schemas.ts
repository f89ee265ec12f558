/* Requests and replies of the routes of conferencing, as in the public API. */
import { z } from 'zod';
import { isWebUrl } from '../event-types/answers.js';
import { appNamed, APPS, FACTS } from '../event-types/meeting-apps.js';

const names = APPS.flatMap((app) => [app, ...FACTS[app].aliases]);
const APP_RULE = `must be one of ${names.join(', ')}`;

const app = z
  .string(APP_RULE)
  .transform((name, context) => {
    const known = appNamed(name);
    if (known !== undefined) return known;
    context.addIssue({ code: 'custom', message: APP_RULE });
    return z.NEVER;
  })
  .meta({ type: 'string', enum: names });

export const ofApp = z.object({ app });

const MAX_URL_LENGTH = 1_024;
const RETURN_RULE = `must be an https URL of at most ${MAX_URL_LENGTH} characters, or one of this machine`;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The URL may carry secrets, so it must be https. */
const isReturnUrl = (text: string): boolean =>
  text.length <= MAX_URL_LENGTH &&
  isWebUrl(text) &&
  (new URL(text).protocol === 'https:' || LOOPBACK.has(new URL(text).hostname));

const returnUrl = z.string(RETURN_RULE).refine(isReturnUrl, RETURN_RULE);

export const consentQuery = z.object({ returnTo: returnUrl, onErrorReturnTo: returnUrl });

/** RFC 6749 sections 4.1.2 and 4.1.2.1. */
export const callbackQuery = z.object({
  state: z.string('must be given'),
  code: z.string('must be a text').max(4_096, 'is no code').exactOptional(),
  error: z.string('must be a text').exactOptional(),
});

export type CallbackQuery = z.output<typeof callbackQuery>;

export const appReply = z.object({
  id: z.number(),
  type: z.string(),
  userId: z.number(),
  invalid: z.boolean().nullable(),
});

export const defaultReply = z.object({ appSlug: z.string(), appLink: z.string().exactOptional() });
export const consentReply = z.object({ url: z.url() });
