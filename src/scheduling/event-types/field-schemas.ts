/* Booking fields as they are sent. The seven that are always there are known by their slug, name and email by their type. */
import { z } from 'zod';
import { isPlainLine } from '../profile/rules.js';
import { flag } from './setting-schemas.js';

const LABEL_LENGTH = 500;
const SLUG_LENGTH = 64;
const OPTION_LENGTH = 200;
const OPTIONS = 100;
const FIELDS = 50;

const line = z
  .string('must be a string')
  .max(LABEL_LENGTH, `must be at most ${LABEL_LENGTH} characters`)
  .refine(isPlainLine, 'must not hold control characters');

const SLUG_RULE = `must be 1 to ${SLUG_LENGTH} letters, digits, hyphens and underscores, a letter or digit first`;
const slug = z
  .string(SLUG_RULE)
  .max(SLUG_LENGTH, SLUG_RULE)
  .regex(/^[a-z\d][\w-]*$/i, SLUG_RULE);

const option = z
  .string('must be a string')
  .trim()
  .min(1, 'must not be empty')
  .max(OPTION_LENGTH, `must be at most ${OPTION_LENGTH} characters`)
  .refine(isPlainLine, 'must not hold control characters');

const options = z
  .array(option, 'must be a list of texts')
  .min(1, 'must offer at least one')
  .max(OPTIONS, `must be at most ${OPTIONS}`)
  .refine((all) => new Set(all).size === all.length, 'must not offer the same twice');

const texts = {
  label: line.exactOptional(),
  placeholder: line.exactOptional(),
  disableOnPrefill: flag.exactOptional(),
};

const choosable = { ...texts, required: flag.exactOptional(), hidden: flag.exactOptional() };

const own = {
  slug,
  label: line,
  placeholder: line.exactOptional(),
  required: flag,
  hidden: flag.exactOptional(),
  disableOnPrefill: flag.exactOptional(),
};

/** Those that have no type of their own in a request. */
const KNOWN_BY_SLUG = ['title', 'location', 'notes', 'guests', 'rescheduleReason'] as const;

const asked = <T extends string>(type: T) => z.object({ type: z.literal(type), ...choosable });
const answered = <T extends string>(type: T) => z.object({ type: z.literal(type), ...own });
const chosen = <T extends string>(type: T) => z.object({ type: z.literal(type), ...own, options });

const TYPES =
  'phone, address, text, number, textarea, select, multiselect, multiemail, checkbox, radio, boolean, url';

const field = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('name'), ...texts }),
    asked('email'),
    asked('title'),
    asked('location'),
    asked('notes'),
    asked('guests'),
    asked('rescheduleReason'),
    answered('phone'),
    answered('address'),
    answered('text'),
    answered('number'),
    answered('textarea'),
    answered('multiemail'),
    answered('boolean'),
    answered('url'),
    chosen('select'),
    chosen('multiselect'),
    chosen('checkbox'),
    chosen('radio'),
  ],
  `must be name, email or one of: ${TYPES}; or leave it out and give the slug ${KNOWN_BY_SLUG.join(', ')}`,
);

function withType(sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null || !('slug' in sent)) return sent;
  const known = KNOWN_BY_SLUG.find((type) => type === sent.slug);
  return known === undefined ? sent : { ...sent, type: known };
}

export const bookingFields = z
  .array(z.preprocess(withType, field), 'must be a list of booking fields')
  .max(FIELDS, `must be at most ${FIELDS}`)
  .meta({
    description: `Of ${KNOWN_BY_SLUG.join(', ')} the slug can be sent instead of the type. Name, email and these are always asked for, also when they are not listed.`,
  });
