/* `/invite` of a team: a link with which users join it. The page that it opens belongs to src/web/teams/. */
import { z } from 'zod';
import { defineMountedRoute, mount } from '../../api/mount.js';
import type { Route } from '../../api/route.js';
import { momentInUtc } from '../instants.js';
import { whole } from '../../api/values.js';
import { conflict, invalidInput, notFound } from '../../errors.js';
import type { KeyRing } from '../../keys/key-ring.js';
import { actorOf } from '../actor.js';
import { TEAM_MOUNTS } from '../mounts.js';
import type { InviteStore } from './invite-store.js';
import { INVITES_PER_TEAM, MAX_LIFETIME_MS, MAX_USES, DEFAULT_LIFETIME_MS, DEFAULT_USES } from './invites.js';

export interface InviteDeps {
  readonly invites: InviteStore;
  readonly keys: KeyRing;
  readonly appUrl: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly random: (bytes: number) => Buffer;
}

const TOKEN_BYTES = 32;

/** The body and every member of it are optional. */
const inviteInput = z
  .object({
    expiresAt: momentInUtc('last').exactOptional(),
    maxUsageCount: whole(1, MAX_USES).default(DEFAULT_USES),
  })
  .prefault({});

const inviteReply = z.object({ token: z.string(), inviteLink: z.url() });

function expiryOf(expiresAt: number | undefined, now: number): Date {
  const end = expiresAt ?? now + DEFAULT_LIFETIME_MS;
  if (end > now && end <= now + MAX_LIFETIME_MS) return new Date(end);
  throw invalidInput([{ property: 'expiresAt', message: 'must be in the future, at most 90 days from now' }]);
}

const tooMany = () =>
  conflict(`This team has ${INVITES_PER_TEAM} invite links, the maximum. Wait until one has expired.`);

export const createInviteRoutes = ({ invites, keys, appUrl, clock, random }: InviteDeps): readonly Route[] =>
  mount(TEAM_MOUNTS, (team) => [
    defineMountedRoute(team, {
      method: 'POST',
      path: '/invite',
      summary: 'Create an invite link of a team',
      access: 'MEMBERSHIP_WRITE',
      role: 'admin',
      body: inviteInput,
      reply: inviteReply,
      handle: async ({ owner: { teamId }, principal, body, clientIp }) => {
        const token = random(TOKEN_BYTES).toString('base64url');
        const now = clock();
        const invite = {
          tokenHash: keys.hash('invite', token),
          expiresAt: expiryOf(body.expiresAt, now),
          maxUses: body.maxUsageCount,
          most: INVITES_PER_TEAM,
          now: new Date(now),
        };
        const actor = actorOf(principal, clientIp);
        const outcome = await invites.open(teamId, principal.accountId, invite, actor);
        if (outcome === undefined) throw notFound();
        if (outcome === 'too_many') throw tooMany();
        return { token, inviteLink: `${appUrl}/teams/join/${token}` };
      },
    }),
  ]);
