/* The port of profiles, as `/v2/me` returns them. Enabled accounts only. */
import type { Actor } from '../../events/audit-log.js';

export const WEEK_DAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;
export type WeekDay = (typeof WEEK_DAYS)[number];

export interface Profile {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  /** Null until the user has verified the address. */
  readonly emailVerifiedAt: Date | null;
  readonly name: string;
  readonly avatarUrl: string | null;
  readonly bio: string | null;
  readonly timeFormat: 12 | 24;
  readonly defaultScheduleId: number | null;
  readonly weekStart: WeekDay;
  readonly timeZone: string;
  readonly locale: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The organization that the user has joined. */
  readonly organizationId: number | null;
  /** Grows with every change of the profile. */
  readonly version: number;
}

/** Only what is named changes; `metadata` is replaced as a whole. */
export type ProfileChange = Partial<
  Pick<
    Profile,
    'name' | 'avatarUrl' | 'bio' | 'timeFormat' | 'weekStart' | 'timeZone' | 'locale' | 'metadata'
  >
> & {
  /** One of the user's own schedules. */
  readonly defaultScheduleId?: number;
};

/** By the user at a page that showed them `version`. */
export interface ProfileEdit {
  readonly version: number;
  readonly change: Omit<ProfileChange, 'defaultScheduleId'> & { readonly username?: string };
}

/** Asks for another address of an account: what accounts know of it, passed in. */
export interface EmailChangeRequests {
  /** Nothing changes until the user follows the link that is mailed to it. Undefined: requested. */
  request(
    profile: Pick<Profile, 'id' | 'email'>,
    email: string,
    actor: Actor & { readonly clientIp: string },
  ): Promise<{ readonly retryAfterSeconds: number } | undefined>;
}

export interface ProfileStore {
  /** Undefined when there is no such account, or it is disabled. */
  profile(accountId: number): Promise<Profile | undefined>;
  /** Nothing changes when the user has no schedule with this id. */
  changeProfile(
    accountId: number,
    change: ProfileChange,
    actor: Actor,
  ): Promise<Profile | 'no_such_schedule' | undefined>;
  /** Nothing changes when the profile has another version, or the username belongs to another account. */
  editProfile(
    accountId: number,
    edit: ProfileEdit,
    actor: Actor,
  ): Promise<Profile | 'outdated' | 'username_taken' | undefined>;
}
