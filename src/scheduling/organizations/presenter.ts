/* Users of an organization in the shape of the public API, and inputs as changes. */
import type { z } from 'zod';
import { present } from '../../present.js';
import { UNKNOWN } from '../memberships/presenter.js';
import type { userChangeInput, userReply } from './schemas.js';
import type { Appearance, OrganizationUser, UserChange } from './store.js';

type UserReply = z.input<typeof userReply>;

const presentAppearance = (appearance: Appearance): Pick<UserReply, keyof Appearance> => ({
  appTheme: appearance.appTheme ?? null,
  theme: appearance.theme ?? null,
  hideBranding: appearance.hideBranding ?? false,
  brandColor: appearance.brandColor ?? null,
  darkBrandColor: appearance.darkBrandColor ?? null,
});

/** Required members, with the same values for every user who has not accepted. */
const PRIVATE = {
  ...UNKNOWN,
  emailVerifiedAt: null,
  bio: null,
  avatarUrl: null,
  timeZone: 'UTC',
  weekStart: 'Monday',
  timeFormat: 12,
  locale: 'en',
  defaultScheduleId: null,
  metadata: {},
  createdAt: new Date(0),
  appearance: {},
} as const;

function toReply(user: OrganizationUser): UserReply {
  const {
    membershipId,
    organizationId,
    accepted: _,
    agreed,
    emailVerifiedAt,
    createdAt,
    appearance,
    ...rest
  } = user;
  return {
    ...rest,
    emailVerified: emailVerifiedAt?.toISOString() ?? null,
    allowDynamicBooking: true,
    createdDate: createdAt.toISOString(),
    verified: null,
    invitedTo: agreed ? null : organizationId,
    profile: { id: membershipId, organizationId, userId: rest.id, username: rest.username },
    ...presentAppearance(appearance),
  };
}

/** Of users who have not accepted only the invitation is public. */
export const presentUser = (user: OrganizationUser): UserReply =>
  toReply(user.agreed ? user : { ...user, ...PRIVATE });

type UserInput = Omit<z.output<typeof userChangeInput>, 'email'>;

/** From the names of the public API to those of an account. */
export function userChange({ weekday, locale, ...input }: UserInput): UserChange {
  const { theme, appTheme, brandColor, darkBrandColor, hideBranding, ...profile } = input;
  return {
    ...profile,
    ...present({ weekStart: weekday, locale: locale === null ? 'en' : locale }),
    appearance: present({ theme, appTheme, brandColor, darkBrandColor, hideBranding }),
  };
}
