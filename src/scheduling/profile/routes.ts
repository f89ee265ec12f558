/*
 * `/v2/me`: the profile of the user, which a client also reads to check a token.
 * Owns the shapes and rules of a profile; accounts, passwords and verified addresses belong to accounts/.
 */
import { emailKey } from '../../email-address.js';
import type { z } from 'zod';
import { invalidToken } from '../../api/guard.js';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { invalidInput } from '../../errors.js';
import { actorOf } from '../actor.js';
import { profileInput, profileReply } from './schemas.js';
import type { Profile, ProfileStore } from './store.js';

/** Field by field, so that a new column of the account never shows by itself. */
const toReply = (profile: Profile): z.input<typeof profileReply> => ({
  id: profile.id,
  username: profile.username,
  email: profile.email,
  emailVerified: profile.emailVerifiedAt?.toISOString() ?? null,
  name: profile.name,
  avatarUrl: profile.avatarUrl,
  bio: profile.bio,
  timeFormat: profile.timeFormat,
  defaultScheduleId: profile.defaultScheduleId,
  weekStart: profile.weekStart,
  timeZone: profile.timeZone,
  organizationId: profile.organizationId,
  ...(profile.organizationId === null
    ? {}
    : { organization: { isPlatform: false, id: profile.organizationId } }),
});

/** A new address would have to be verified first, and this service cannot do that yet; the old one changes nothing. */
function refuseNewEmail(email: string | undefined, profile: Profile): void {
  if (email === undefined || emailKey(email) === emailKey(profile.email)) return;
  const message = 'cannot be changed here: a new address must be verified first, which is not possible yet';
  throw invalidInput([{ property: 'email', message }]);
}

/** The account was deleted while its token was still valid. */
function orThrow(profile: Profile | undefined): Profile {
  if (profile === undefined) throw invalidToken();
  return profile;
}

function requireOwnSchedule<T>(changed: T | 'no_such_schedule'): T {
  if (changed !== 'no_such_schedule') return changed;
  throw invalidInput([{ property: 'defaultScheduleId', message: 'must be the id of one of your schedules' }]);
}

export interface ProfileDeps {
  readonly profiles: ProfileStore;
}

export const createProfileRoutes = ({ profiles }: ProfileDeps): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/me',
    summary: 'Read the profile of the token’s user',
    access: 'PROFILE_READ',
    reply: profileReply,
    handle: async ({ principal }) => toReply(orThrow(await profiles.profile(principal.accountId))),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/v2/me',
    summary: 'Change the profile of the user',
    access: 'PROFILE_WRITE',
    body: profileInput,
    reply: profileReply,
    handle: async ({ principal, body, clientIp }) => {
      const { accountId } = principal;
      const profile = orThrow(await profiles.profile(accountId));
      const { email, ...change } = body;
      refuseNewEmail(email, profile);
      if (Object.keys(change).length === 0) return toReply(profile);
      const changed = await profiles.changeProfile(accountId, change, actorOf(principal, clientIp));
      return toReply(orThrow(requireOwnSchedule(changed)));
    },
  }),
];
