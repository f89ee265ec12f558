/* `/invite` of a team: a link with which users join it. The page that it opens belongs to src/web/teams/. */
import { z } from 'zod';
import { defineMountedRoute, mount } from '../../api/mount.js';
import type { Route } from '../../api/route.js';
import { actorOf } from '../actor.js';
import { TEAM_MOUNTS } from '../mounts.js';
import { openInvite } from './open-invite.js';
import type { InviteDeps } from './open-invite.js';
import { inviteInput } from './schemas.js';

const inviteReply = z.object({ token: z.string(), inviteLink: z.url() });

export const createInviteRoutes = (deps: InviteDeps): readonly Route[] =>
  mount(TEAM_MOUNTS, (team) => [
    defineMountedRoute(team, {
      method: 'POST',
      path: '/invite',
      summary: 'Create an invite link of a team',
      access: 'MEMBERSHIP_WRITE',
      role: 'admin',
      body: inviteInput,
      reply: inviteReply,
      handle: ({ owner: { teamId }, principal, body, clientIp }) => {
        const { expiresAt, maxUsageCount: maxUses } = body;
        const terms = { teamId, by: principal.accountId, expiresAt, maxUses };
        return openInvite(deps, terms, actorOf(principal, clientIp));
      },
    }),
  ]);
