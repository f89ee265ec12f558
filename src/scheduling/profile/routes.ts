/*
 * `/v2/me`: a person reads and changes their own profile; also the call with which a client checks a token.
 * Owns the shapes and rules of a profile; accounts, passwords and verified addresses belong to accounts/.
 */
import type { z } from 'zod';
import { invalidToken } from '../../api/guard.js';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { invalidInput } from '../../errors.js';
import { profileInput, profileReply } from './schemas.js';
import type { Profile, ProfileChange, ProfileStore } from './store.js';

/** Field by field, so that a new column of the account never shows by itself. */
const shown = (profile: Profile): z.input<typeof profileReply> => ({
  id: profile.id,
  username: profile.username,
  email: profile.email,
  name: profile.name,
  avatarUrl: profile.avatarUrl,
  bio: profile.bio,
  timeFormat: profile.timeFormat,
  defaultScheduleId: profile.defaultScheduleId,
  weekStart: profile.weekStart,
  timeZone: profile.timeZone,
  organizationId: profile.organizationId,
});

/** A new address would have to be verified first, and this service cannot do that yet; the old one changes nothing. */
function refuseNewEmail(email: string | undefined, profile: Profile): void {
  if (email === undefined || email.toLowerCase() === profile.email.toLowerCase()) return;
  const message = 'cannot be changed here: a new address must be verified first, which is not possible yet';
  throw invalidInput([{ property: 'email', message }]);
}

/** The token outlived its account by a moment. */
function found(profile: Profile | undefined): Profile {
  if (profile === undefined) throw invalidToken();
  return profile;
}

function changeOf(body: z.output<typeof profileInput>): ProfileChange {
  const { name, avatarUrl, bio, timeFormat, weekStart, timeZone, locale, metadata } = body;
  const entries = Object.entries({ name, avatarUrl, bio, timeFormat, weekStart, timeZone, locale, metadata });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

export const createProfileRoutes = (store: ProfileStore): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/me',
    access: 'PROFILE_READ',
    reply: profileReply,
    handle: async ({ principal }) => shown(found(await store.profile(principal.accountId))),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/v2/me',
    access: 'PROFILE_WRITE',
    body: profileInput,
    reply: profileReply,
    handle: async ({ principal: { accountId }, body, network }) => {
      const profile = found(await store.profile(accountId));
      refuseNewEmail(body.email, profile);
      const change = changeOf(body);
      if (Object.keys(change).length === 0) return shown(profile);
      const cause = { actor: `account:${accountId}`, network };
      return shown(found(await store.changeProfile(accountId, change, cause)));
    },
  }),
];
