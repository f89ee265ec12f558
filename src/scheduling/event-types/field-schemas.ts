/* Booking fields as they are sent. The seven that are always there are known by their slug, name and email by their type. */
import { z } from 'zod';
import { flag } from '../../api/values.js';
import { filled, plainLine } from '../profile/schemas.js';

const LABEL_LENGTH = 500;
const SLUG_LENGTH = 64;
const OPTION_LENGTH = 200;
const OPTIONS = 100;
const FIELDS = 50;

const line = plainLine(LABEL_LENGTH, z.string('must be a string'));

const SLUG_RULE = `must be 1 to ${SLUG_LENGTH} letters, digits, hyphens and underscores, a letter or digit first`;
const slug = z
  .string(SLUG_RULE)
  .max(SLUG_LENGTH, SLUG_RULE)
  .regex(/^[a-z\d][\w-]*$/i, SLUG_RULE);

const options = z
  .array(plainLine(OPTION_LENGTH, filled('must be a string')), 'must be a list of texts')
  .min(1, 'must offer at least one')
  .max(OPTIONS, `must be at most ${OPTIONS}`)
  .refine((all) => new Set(all).size === all.length, 'must not offer the same twice');

const texts = {
  label: line.exactOptional(),
  placeholder: line.exactOptional(),
  disableOnPrefill: flag.exactOptional(),
};

const optional = { ...texts, required: flag.exactOptional(), hidden: flag.exactOptional() };

const custom = {
  slug,
  ...texts,
  label: line,
  required: flag,
  hidden: flag.exactOptional(),
};

/** Default fields that a request can name by slug instead of type. */
const KNOWN_BY_SLUG = ['title', 'location', 'notes', 'guests', 'rescheduleReason'] as const;

const defaultField = <T extends string>(type: T) => z.object({ type: z.literal(type), ...optional });
const customField = <T extends string>(type: T) => z.object({ type: z.literal(type), ...custom });
const choiceField = <T extends string>(type: T) => z.object({ type: z.literal(type), ...custom, options });

const TYPES =
  'phone, address, text, number, textarea, select, multiselect, multiemail, checkbox, radio, boolean, url';

const field = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('name'), ...texts }),
    defaultField('email'),
    defaultField('title'),
    defaultField('location'),
    defaultField('notes'),
    defaultField('guests'),
    defaultField('rescheduleReason'),
    customField('phone'),
    customField('address'),
    customField('text'),
    customField('number'),
    customField('textarea'),
    customField('multiemail'),
    customField('boolean'),
    customField('url'),
    choiceField('select'),
    choiceField('multiselect'),
    choiceField('checkbox'),
    choiceField('radio'),
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
