/* What goes into and comes out of `/v2/me`, in the names and types of the public API. */
import { z } from 'zod';
import {
  BIO_LENGTH,
  isPictureUrl,
  isPlainLine,
  isPlainText,
  isTimeZone,
  languageTag,
  METADATA_KEY_LENGTH,
  METADATA_KEYS,
  METADATA_VALUE_LENGTH,
  NAME_LENGTH,
  URL_LENGTH,
} from './rules.js';
import { WEEK_DAYS } from './store.js';
import { isReservedUsername, USERNAME_LENGTH, USERNAME_PATTERN } from './usernames.js';

/** Text in several lines, without control characters. */
export const plainText = (max: number, base = z.string()) =>
  base.max(max, `must be at most ${max} characters`).refine(isPlainText, 'must not hold control characters');

export const plainLine = (max: number, base = z.string()) =>
  base.max(max, `must be at most ${max} characters`).refine(isPlainLine, 'must not hold control characters');

/** For `plainText` and `plainLine`: trimmed, with at least one character. */
export const filled = (rule?: string) => z.string(rule).trim().min(1, 'must not be empty');

/** The name of an account or of anything else. */
export const name = plainLine(NAME_LENGTH, filled());

const USERNAME_RULE = `must be 1 to ${USERNAME_LENGTH} letters and digits with single hyphens, underscores or dots between them`;
/** In lower case. */
export const username = z
  .string('must be a string')
  .trim()
  .toLowerCase()
  .max(USERNAME_LENGTH, USERNAME_RULE)
  .regex(USERNAME_PATTERN, USERNAME_RULE)
  .refine((text) => !isReservedUsername(text), 'must not be one that the service keeps for itself');

const bio = plainText(BIO_LENGTH);

const avatarUrl = z
  .string()
  .max(URL_LENGTH, `must be at most ${URL_LENGTH} characters`)
  .refine(isPictureUrl, 'must be an https URL without user name and password');

export const timeZone = z
  .string()
  .refine(isTimeZone, 'must be a time zone of the IANA database, such as Europe/Lisbon');

const VALUE_RULE = `must be a string of at most ${METADATA_VALUE_LENGTH} characters, a number or a boolean`;
const metadataValue = z.union(
  [z.string().max(METADATA_VALUE_LENGTH, VALUE_RULE), z.number(), z.boolean()],
  VALUE_RULE,
);

export const metadata = z
  .record(z.string(), metadataValue)
  .refine((values) => Object.keys(values).length <= METADATA_KEYS, `must have at most ${METADATA_KEYS} keys`)
  .refine(
    (values) => Object.keys(values).every((key) => key !== '' && key.length <= METADATA_KEY_LENGTH),
    `keys must have 1 to ${METADATA_KEY_LENGTH} characters`,
  );

const LANGUAGE_RULE = 'must be a language tag of BCP 47, such as en, pt-BR or zh-Hant-TW';
/** In its canonical spelling. */
export const language = z.string(LANGUAGE_RULE).transform((text, { addIssue }) => {
  const tag = languageTag(text);
  if (tag !== undefined) return tag;
  addIssue({ code: 'custom', message: LANGUAGE_RULE });
  return z.NEVER;
});

export const profileInput = z.object({
  email: z
    .string()
    .describe(
      'A new address is mailed a link. Until the user follows it, signed in, the old one stays, also in this reply.',
    )
    .exactOptional(),
  name: name.exactOptional(),
  timeFormat: z.literal([12, 24], 'must be 12 or 24').exactOptional(),
  /** One of the user's own; the store checks it. */
  defaultScheduleId: z.number().exactOptional(),
  weekStart: z.enum(WEEK_DAYS, `must be one of ${WEEK_DAYS.join(', ')}`).exactOptional(),
  timeZone: timeZone.exactOptional(),
  locale: language.exactOptional(),
  avatarUrl: avatarUrl.exactOptional(),
  bio: bio.exactOptional(),
  metadata: metadata.exactOptional(),
});

/** What users change at their page. */
export const profileEdit = profileInput
  .omit({ email: true, defaultScheduleId: true, metadata: true })
  .extend({ username: username.exactOptional() });

export const profileReply = z.object({
  id: z.number(),
  username: z.string(),
  email: z.string(),
  /** When the user verified the address; null: it does not identify them. Also for users of an organization. */
  emailVerified: z.string().nullable(),
  name: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  bio: z.string().nullable(),
  timeFormat: z.number(),
  defaultScheduleId: z.number().nullable(),
  weekStart: z.string(),
  timeZone: z.string(),
  organizationId: z.number().nullable(),
  /** Absent without an organization. `isPlatform` belongs to the shape; no organization here is one. */
  organization: z.object({ isPlatform: z.literal(false), id: z.number() }).exactOptional(),
});
