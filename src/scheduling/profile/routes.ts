/*
 * `/v2/me`: the profile of the user, which a client also reads to check a token.
 * Owns the shapes and rules of a profile; accounts, passwords and verified addresses belong to accounts/.
 */
import { emailKey, isEmailAddress, tidyEmailAddress } from '../../email-address.js';
import type { z } from 'zod';
import { invalidToken } from '../../api/guard.js';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import type { Principal } from '../../api/principal.js';
import { invalidInput, tooManyRequests } from '../../errors.js';
import { actorOf } from '../actor.js';
import { profileInput, profileReply } from './schemas.js';
import type { EmailChangeRequests, Profile, ProfileStore } from './store.js';

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

/** Undefined when it is the address of the account already. */
function newEmailIn({ email: sent }: Change['body'], profile: Profile): string | undefined {
  const email = sent === undefined ? profile.email : tidyEmailAddress(sent);
  if (emailKey(email) === emailKey(profile.email)) return undefined;
  if (isEmailAddress(email)) return email;
  throw invalidInput([{ property: 'email', message: 'must be an e-mail address such as name@example.com' }]);
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
  readonly emailChanges: EmailChangeRequests;
}

interface Change {
  readonly principal: Principal;
  readonly body: z.output<typeof profileInput>;
  readonly clientIp: string;
}

/** A new address waits until the user confirms it, so the reply has the old one. */
async function changeProfile(deps: ProfileDeps, { principal, body, clientIp }: Change): Promise<Profile> {
  const profile = orThrow(await deps.profiles.profile(principal.accountId));
  const newEmail = newEmailIn(body, profile);
  const { email: _, ...change } = body;
  const actor = { ...actorOf(principal, clientIp), clientIp };
  const changed =
    Object.keys(change).length === 0
      ? profile
      : orThrow(requireOwnSchedule(await deps.profiles.changeProfile(profile.id, change, actor)));
  const limited = newEmail && (await deps.emailChanges.request(profile, newEmail, actor));
  if (limited) throw tooManyRequests(limited.retryAfterSeconds);
  return changed;
}

export const createProfileRoutes = (deps: ProfileDeps): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/me',
    summary: 'Read the profile of the token’s user',
    access: 'PROFILE_READ',
    reply: profileReply,
    handle: async ({ principal }) => toReply(orThrow(await deps.profiles.profile(principal.accountId))),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/v2/me',
    summary: 'Change the profile of the user',
    access: 'PROFILE_WRITE',
    body: profileInput,
    reply: profileReply,
    handle: async (call) => toReply(await changeProfile(deps, call)),
  }),
];
