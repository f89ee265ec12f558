/* A user of an organization as the API shows them, and the parts of what is sent. */
import type { z } from 'zod';
import { present } from '../../present.js';
import { UNKNOWN } from '../memberships/presenter.js';
import type { userChangeInput, userReply } from './schemas.js';
import type { Appearance, OrganizationUser, UserChange } from './store.js';

type Shown = z.input<typeof userReply>;

const presentAppearance = (appearance: Appearance): Pick<Shown, keyof Appearance> => ({
  appTheme: appearance.appTheme ?? null,
  theme: appearance.theme ?? null,
  hideBranding: appearance.hideBranding ?? false,
  brandColor: appearance.brandColor ?? null,
  darkBrandColor: appearance.darkBrandColor ?? null,
});

/** What the shape asks for, the same of everybody. */
const ANYBODY = {
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

/** Who has not agreed shows that they were asked, and no more. */
const reachable = (user: OrganizationUser): OrganizationUser =>
  user.agreed ? user : { ...user, ...ANYBODY };

function toReply(user: OrganizationUser): Shown {
  const { id, username, organizationId } = user;
  return {
    id,
    username,
    name: user.name,
    email: user.email,
    emailVerified: user.emailVerifiedAt?.toISOString() ?? null,
    bio: user.bio,
    avatarUrl: user.avatarUrl,
    timeZone: user.timeZone,
    weekStart: user.weekStart,
    defaultScheduleId: user.defaultScheduleId,
    locale: user.locale,
    timeFormat: user.timeFormat,
    allowDynamicBooking: true,
    createdDate: user.createdAt.toISOString(),
    verified: null,
    invitedTo: user.accepted ? null : organizationId,
    metadata: user.metadata,
    profile: { id: user.membershipId, organizationId, userId: id, username },
    ...presentAppearance(user.appearance),
  };
}

export const presentUser = (user: OrganizationUser): Shown => toReply(reachable(user));

type Sent = Omit<z.output<typeof userChangeInput>, 'email'>;

/** From the names of the public API to those of an account. */
export function userChange({ weekday, locale, ...sent }: Sent): UserChange {
  const { theme, appTheme, brandColor, darkBrandColor, hideBranding, ...named } = sent;
  const appearance = { theme, appTheme, brandColor, darkBrandColor, hideBranding };
  const set = Object.entries(appearance).filter(([, value]) => value !== undefined);
  return {
    ...named,
    ...present({ weekStart: weekday }),
    ...(locale === undefined ? {} : { locale: locale ?? 'en' }),
    appearance: Object.fromEntries(set),
  };
}
