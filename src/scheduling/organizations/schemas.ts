/* Inputs and replies of the routes of an organization's users, in the names and types of the public API. */
import { z } from 'zod';
import { flag, idInPath, listInQuery, page } from '../../api/values.js';
import { emailAddress as email } from '../event-types/answers.js';
import { emails, role } from '../memberships/schemas.js';
import { profileInput, username } from '../profile/schemas.js';
import { colour, theme, weekDay } from '../teams/schemas.js';

const MAX_PAGE_SIZE = 1_000;
const MAX_TEAMS = 100;

const { name, bio, avatarUrl, timeZone, timeFormat, locale, metadata } = profileInput.shape;
const appearance = {
  theme: theme.nullable().exactOptional(),
  appTheme: theme.nullable().exactOptional(),
  brandColor: colour.nullable().exactOptional(),
  darkBrandColor: colour.nullable().exactOptional(),
  hideBranding: flag.exactOptional(),
};
const profile = {
  name,
  username: username.exactOptional(),
  weekday: weekDay.exactOptional(),
  bio,
  avatarUrl,
  timeZone,
  timeFormat,
  // Null: the language of the service.
  locale: locale.unwrap().nullable().exactOptional(),
  metadata,
  ...appearance,
};

export const userInput = z.object({
  email,
  ...profile,
  organizationRole: role.default('member'),
  autoAccept: flag.default(true),
  defaultScheduleId: z
    .null('must be left out: set it with PATCH once the user has been added')
    .exactOptional(),
});

export const userChangeInput = z.object({
  /** Must equal the current address: only the user changes it. */
  email: z.string('must be a string').exactOptional(),
  ...profile,
  defaultScheduleId: z.number('must be the id of a schedule').exactOptional(),
});

const manyOf = <T extends z.ZodType<unknown, string>>(one: T) =>
  listInQuery().pipe(z.array(one).max(MAX_TEAMS, `must be at most ${MAX_TEAMS}`));

const TAKE_RULE = `must be a number from 1 to ${MAX_PAGE_SIZE}`;

export const usersQuery = z.object({
  skip: page.skip,
  take: z
    .string(TAKE_RULE)
    .regex(/^\d{1,4}$/, TAKE_RULE)
    .transform(Number)
    .pipe(z.number().min(1, TAKE_RULE).max(MAX_PAGE_SIZE, TAKE_RULE))
    .default(250),
  emails: emails.exactOptional(),
  teamIds: manyOf(idInPath).exactOptional(),
  assignedOptionIds: manyOf(z.string()).exactOptional(),
  attributeQueryOperator: z.enum(['OR', 'AND', 'NONE'], 'must be one of OR, AND, NONE').default('AND'),
});

export const organizationParams = z.object({ orgId: idInPath });
export const userParams = z.object({ orgId: idInPath, userId: idInPath });

const text = z.string().nullable();

export const userReply = z.object({
  id: z.number(),
  username: text,
  name: text,
  email: z.string(),
  emailVerified: text,
  bio: text,
  avatarUrl: text,
  timeZone: z.string(),
  weekStart: z.string(),
  appTheme: text,
  theme: text,
  defaultScheduleId: z.number().nullable(),
  locale: text,
  timeFormat: z.number().nullable(),
  hideBranding: z.boolean(),
  brandColor: text,
  darkBrandColor: text,
  allowDynamicBooking: z.boolean().nullable(),
  createdDate: z.string(),
  verified: z.boolean().nullable(),
  /** The organization whose invitation waits for an answer. */
  invitedTo: z.number().nullable(),
  metadata: z.record(z.string(), z.unknown()),
  profile: z.object({
    id: z.number(),
    organizationId: z.number(),
    userId: z.number(),
    username: z.string(),
  }),
});
