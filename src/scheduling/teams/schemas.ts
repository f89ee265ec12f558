/* What goes into and comes out of the routes of teams, in the names and types of the public API. */
import { z } from 'zod';
import { idInPath, page } from '../../api/values.js';
import { isPlainLine } from '../profile/rules.js';
import { metadata, name, profileInput, timeZone } from '../profile/schemas.js';
import { WEEK_DAYS } from '../profile/store.js';
import { isSlug, SLUG_RULE } from './rules.js';

const THEME_LENGTH = 50;

const flag = z.boolean('must be true or false');
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

const settings = {
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
};

export const teamInput = z.object({
  name,
  slug: slug.exactOptional(),
  ...settings,
  autoAcceptCreator: z
    .literal(true, 'must be true or left out: who makes a team outside an organization is in it at once')
    .exactOptional(),
});

export const organizationTeamInput = teamInput.extend({
  /** Whether who makes the team is in it at once; as an administrator of the organization they rule it either way. */
  autoAcceptCreator: flag.default(true),
});

const orNone = <T extends z.ZodType>(schema: z.ZodExactOptional<T>) =>
  schema.unwrap().nullable().exactOptional();

const NO_LIMITS = 'limits are those of event types and of people here, not of teams';

const limitless = {
  bookingLimits: z.null(`must be left out: ${NO_LIMITS}`).exactOptional(),
  includeManagedEventsInLimits: z.literal(false, `must be false or left out: ${NO_LIMITS}`).exactOptional(),
};

/** Of a team or an organization: what it is called. */
export const namesChange = z.object({ name: name.exactOptional(), slug: slug.exactOptional() });

export const teamChangeInput = z
  .object({
    ...limitless,
    ...namesChange.shape,
    logoUrl: orNone(settings.logoUrl),
    calVideoLogo: orNone(settings.calVideoLogo),
    appLogo: orNone(settings.appLogo),
    appIconLogo: orNone(settings.appIconLogo),
    bannerUrl: orNone(settings.bannerUrl),
    bio: orNone(settings.bio),
    theme: orNone(settings.theme),
    brandColor: orNone(settings.brandColor),
    darkBrandColor: orNone(settings.darkBrandColor),
    hideBranding: orNone(settings.hideBranding),
    isPrivate: orNone(settings.isPrivate),
    hideBookATeamMember: orNone(settings.hideBookATeamMember),
    metadata: orNone(settings.metadata),
    timeFormat: orNone(settings.timeFormat),
    timeZone: orNone(settings.timeZone),
    weekStart: orNone(settings.weekStart),
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
