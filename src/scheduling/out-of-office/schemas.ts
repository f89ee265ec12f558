/* What goes into and comes out of `/v2/me/ooo`, in the names and types of the public API. */
import { z } from 'zod';
import { idInPath, instant, page } from '../../api/values.js';
import { isEmail } from '../event-types/answers.js';
import { isPlainText } from '../profile/rules.js';
import { NOTES_LENGTH } from './rules.js';
import { REASONS } from './store.js';

const notes = z
  .string()
  .max(NOTES_LENGTH, `must be at most ${NOTES_LENGTH} characters`)
  .refine(isPlainText, 'must not hold control characters');

const reason = z.enum(REASONS, `must be one of ${REASONS.join(', ')}`);
const toUserId = z.int('must be the id of a person');

export const absenceInput = z.object({
  start: instant,
  end: instant,
  notes: notes.nullable().default(null),
  toUserId: toUserId.nullable().default(null),
  reason: reason.default('unspecified'),
});

/** `null` takes away the notes or the stand-in. */
export const absenceChangeInput = z.object({
  start: instant.exactOptional(),
  end: instant.exactOptional(),
  notes: notes.nullable().exactOptional(),
  toUserId: toUserId.nullable().exactOptional(),
  reason: reason.exactOptional(),
});

const direction = z.enum(['asc', 'desc'], 'must be asc or desc').exactOptional();

export const absenceQuery = z.object({ ...page, sortStart: direction, sortEnd: direction });
export const memberAbsenceQuery = absenceQuery.extend({
  email: z
    .string('must be an e-mail address')
    .trim()
    .refine(isEmail, 'must be an e-mail address')
    .exactOptional(),
});
export const absenceParams = z.object({ oooId: idInPath });

export const absenceReply = z.object({
  id: z.number(),
  uuid: z.string(),
  userId: z.number(),
  /** RFC 3339, in UTC. */
  start: z.string(),
  end: z.string(),
  reason: z.enum(REASONS),
  notes: z.string().exactOptional(),
  toUserId: z.number().exactOptional(),
});
