/* What goes into and comes out of `/v2/me/ooo`, in the names and types of the public API. */
import { z } from 'zod';
import { moment } from '../instants.js';
import { idInPath, page, sortOrder } from '../../api/values.js';
import { emailAddress } from '../event-types/answers.js';
import { plainText } from '../profile/schemas.js';
import { NOTES_LENGTH } from './rules.js';
import { REASONS } from './store.js';

const notes = plainText(NOTES_LENGTH);
const reason = z.enum(REASONS, `must be one of ${REASONS.join(', ')}`);
const toUserId = z.int('must be the id of a person');

/** A date alone is a whole day in the time zone of the person. */
export const absenceInput = z.object({
  start: moment,
  end: moment,
  notes: notes.nullable().default(null),
  toUserId: toUserId.nullable().default(null),
  reason: reason.default('unspecified'),
});

/** `null` takes away the notes or the stand-in. */
export const absenceChangeInput = z.object({
  start: moment.exactOptional(),
  end: moment.exactOptional(),
  notes: notes.nullable().exactOptional(),
  toUserId: toUserId.nullable().exactOptional(),
  reason: reason.exactOptional(),
});

const direction = sortOrder.exactOptional();

export const absenceQuery = z.object({ ...page, sortStart: direction, sortEnd: direction });
export const memberAbsenceQuery = absenceQuery.extend({
  email: emailAddress.exactOptional(),
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
