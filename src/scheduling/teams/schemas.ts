/* Inputs and replies of the team routes, in the names and types of the public API. */
import { z } from 'zod';
import { flag, idInPath, page } from '../../api/values.js';
import { isPlainLine } from '../profile/rules.js';
import { metadata, name, profileInput, timeZone } from '../profile/schemas.js';
import { WEEK_DAYS } from '../profile/store.js';
import { isSlug, SLUG_RULE } from './rules.js';

const THEME_LENGTH = 50;

const { avatarUrl: pictureUrl, bio, timeFormat } = profileInput.shape;
const slug = z.string('must be a string').trim().toLowerCase().refine(isSlug, SLUG_RULE);
export const theme = z
  .string('must be a string')
  .max(THEME_LENGTH, `must be at most ${THEME_LENGTH} characters`)
  .refine(isPlainLine, 'must not hold control characters');
export const colour = z
  .string('must be a colour such as #1d4ed8')
  .regex(/^#(?:[\da-f]{3}|[\da-f]{6})$/i, 'must be a colour such as #1d4ed8');
export const weekDay = z.enum(WEEK_DAYS, `must be one of ${WEEK_DAYS.join(', ')}`);

export const teamSettings = z.object({
  logoUrl: pictureUrl,
  calVideoLogo: pictureUrl,
  appLogo: pictureUrl,
  appIconLogo: pictureUrl,
  bannerUrl: pictureUrl,
  bio,
  theme: theme.exactOptional(),
  brandColor: colour.exactOptional(),
  darkBrandColor: colour.exactOptional(),
  hideBranding: flag.exactOptional(),
  isPrivate: flag.exactOptional(),
  hideBookATeamMember: flag.exactOptional(),
  metadata: metadata.exactOptional(),
  timeFormat,
  timeZone: timeZone.exactOptional(),
  weekStart: weekDay.exactOptional(),
});
const settings = teamSettings.shape;

export const teamInput = z.object({
  name,
  slug: slug.exactOptional(),
  ...settings,
  autoAcceptCreator: z
    .literal(true, 'must be true or left out: you are a member at once of a team outside an organization')
    .exactOptional(),
});

export const organizationTeamInput = teamInput.extend({
  /** Whether the creator is a member at once. Administrators of the organization manage the team either way. */
  autoAcceptCreator: flag.default(true),
});

type OrNull<S> = {
  readonly [Name in keyof S]: S[Name] extends z.ZodExactOptional<infer T extends z.ZodType>
    ? z.ZodExactOptional<z.ZodNullable<T>>
    : never;
};

/** Null removes a setting. */
const nullableSettings = Object.fromEntries(
  Object.entries(settings).map(([name, schema]) => [name, schema.unwrap().nullable().exactOptional()]),
) as OrNull<typeof settings>;

const NO_LIMITS = 'limits belong to event types and members, not to teams';

const limitless = {
  bookingLimits: z.null(`must be left out: ${NO_LIMITS}`).exactOptional(),
  includeManagedEventsInLimits: z.literal(false, `must be false or left out: ${NO_LIMITS}`).exactOptional(),
};

/** Of a team or an organization. */
export const namesChange = z.object({ name: name.exactOptional(), slug: slug.exactOptional() });

export const teamChangeInput = z
  .object({
    ...limitless,
    ...namesChange.shape,
    ...nullableSettings,
  })
  .transform(({ bookingLimits: _none, includeManagedEventsInLimits: _never, ...change }) => change);

/** Of a team inside its organization too. */
export const teamParams = z.object({ orgId: idInPath.exactOptional(), teamId: idInPath });
export const organizationParams = z.object({ orgId: idInPath });
export const teamListQuery = z.object(page);

const text = z.string().exactOptional();

export const teamReply = z.object({
  id: z.number(),
  /** The organization of the team. */
  parentId: z.number().exactOptional(),
  name: z.string(),
  slug: z.string(),
  logoUrl: text,
  calVideoLogo: text,
  appLogo: text,
  appIconLogo: text,
  bio: text,
  hideBranding: z.boolean(),
  isOrganization: z.boolean(),
  isPrivate: z.boolean(),
  hideBookATeamMember: z.boolean(),
  metadata: z.record(z.string(), z.unknown()).exactOptional(),
  theme: text,
  brandColor: text,
  darkBrandColor: text,
  bannerUrl: text,
  timeFormat: z.number().exactOptional(),
  timeZone: z.string(),
  weekStart: z.string(),
});
