/*
 * `/v2/organizations/:orgId/users`: the users of an organization, and accounts that it creates for them. Owns what an
 * organization may read and change of a user; roles belong to memberships/.
 */
import { emailKey } from '../../email-address.js';
import { z } from 'zod';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import type { AppError } from '../../errors.js';
import { conflict, forbidden, invalidInput, notFound } from '../../errors.js';
import type { KeyRing } from '../../keys/key-ring.js';
import { actorOf } from '../actor.js';
import { refusalError } from '../memberships/use-cases.js';
import { leavingQuery, settleAndRemove } from '../memberships/leaving.js';
import type { LeavingDeps } from '../memberships/leaving.js';
import type { StillHosts } from '../memberships/store.js';
import {
  organizationParams,
  userChangeInput,
  userInput,
  userParams,
  userReply,
  usersQuery,
} from './schemas.js';
import { presentUser, userChange } from './presenter.js';
import type { NewUser, OrganizationUser, OrganizationUserStore, UserQuery } from './store.js';

export interface OrganizationUserDeps extends LeavingDeps {
  readonly organizationUsers: OrganizationUserStore;
  readonly keys: KeyRing;
}

type Answer =
  | Awaited<ReturnType<OrganizationUserStore['create']>>
  | Awaited<ReturnType<OrganizationUserStore['change']>>
  | Exclude<Awaited<ReturnType<OrganizationUserStore['remove']>>, StillHosts>;

const REFUSALS: Readonly<Record<Extract<Answer, string>, () => AppError>> = {
  above: () => refusalError('above'),
  last_owner: () => refusalError('last_owner'),
  email_taken: () =>
    conflict('There is an account with this address already. Invite the user with a membership.', {
      property: 'email',
    }),
  username_taken: () => conflict('This username is taken. Choose another one.', { property: 'username' }),
  no_such_schedule: () =>
    invalidInput([{ property: 'defaultScheduleId', message: 'must be the id of a schedule of this user' }]),
  not_agreed: () =>
    forbidden('This user has not accepted the membership yet. Until then only they change their profile.'),
};

const noUser = (): AppError => notFound('There is no user with this id in the organization.');

function orRefuse(answer: Answer, missing: () => AppError = noUser): OrganizationUser {
  if (answer === undefined) throw missing();
  if (typeof answer === 'object' && 'lastOwnerOf' in answer) throw refusalError(answer);
  if (typeof answer === 'string') throw REFUSALS[answer]();
  return answer;
}

/** No user has attributes here, so that a query for them finds none. */
function toQuery(query: z.output<typeof usersQuery>): UserQuery | undefined {
  const { assignedOptionIds = [], attributeQueryOperator, ...criteria } = query;
  return assignedOptionIds.length > 0 && attributeQueryOperator !== 'NONE' ? undefined : criteria;
}

const mailboxOf = (email: string): string => email.slice(0, email.lastIndexOf('@'));

function newUser(keys: KeyRing, body: z.output<typeof userInput>, by: number): NewUser {
  const { email, organizationRole, autoAccept, defaultScheduleId: _, ...profile } = body;
  const { name = mailboxOf(email) } = profile;
  const payload = { address: keys.seal(email), invitedBy: by };
  return {
    ...userChange(profile),
    email,
    name,
    role: organizationRole,
    accepted: autoAccept,
    jobs: [{ kind: 'recovery', payload }],
  };
}

function refuseNewEmail(email: string | undefined, user: OrganizationUser): void {
  if (email === undefined || (user.agreed && emailKey(email) === emailKey(user.email))) return;
  const message = 'cannot be changed by an organization: the address is how the user signs in';
  throw invalidInput([{ property: 'email', message }]);
}

const collectionRoutes = ({ organizationUsers, keys }: OrganizationUserDeps): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/organizations/:orgId/users',
    summary: 'List users of an organization',
    access: 'ORG_MEMBERSHIP_READ',
    role: 'org admin',
    params: organizationParams,
    query: usersQuery,
    reply: z.array(userReply),
    handle: async ({ params, query }) => {
      const users = toQuery(query);
      return users ? (await organizationUsers.list(params.orgId, users)).map(presentUser) : [];
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v2/organizations/:orgId/users',
    summary: 'Create an account in an organization',
    access: 'ORG_MEMBERSHIP_WRITE',
    role: 'org admin',
    status: 201,
    params: organizationParams,
    body: userInput,
    reply: userReply,
    handle: async ({ principal, params, body, clientIp }) => {
      const input = newUser(keys, body, principal.accountId);
      const actor = actorOf(principal, clientIp);
      const user = await organizationUsers.create(params.orgId, principal.accountId, input, actor);
      return presentUser(orRefuse(user, notFound));
    },
  }),
];

const memberRoutes = ({ organizationUsers, ...deps }: OrganizationUserDeps): readonly Route[] => [
  defineRoute({
    method: 'PATCH',
    path: '/v2/organizations/:orgId/users/:userId',
    summary: 'Change the profile of an organization user',
    access: 'ORG_MEMBERSHIP_WRITE',
    role: 'org admin',
    params: userParams,
    body: userChangeInput,
    reply: userReply,
    handle: async ({ principal, params: { orgId, userId }, body: { email, ...input }, clientIp }) => {
      refuseNewEmail(email, orRefuse(await organizationUsers.find(orgId, userId)));
      const target = { organizationId: orgId, accountId: userId, by: principal.accountId };
      const changed = await organizationUsers.change(target, userChange(input), actorOf(principal, clientIp));
      return presentUser(orRefuse(changed));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/v2/organizations/:orgId/users/:userId',
    summary: 'Remove a user from an organization',
    access: 'ORG_MEMBERSHIP_WRITE',
    role: 'org admin',
    params: userParams,
    query: leavingQuery,
    reply: userReply,
    handle: async ({ principal, params: { orgId, userId }, query: leaving, clientIp }) => {
      const target = { organizationId: orgId, accountId: userId, by: principal.accountId };
      const actor = actorOf(principal, clientIp);
      const settling = { group: { organizationId: orgId }, leaving, actor };
      const remove = (now?: number) => organizationUsers.remove(target, actor, now);
      return presentUser(orRefuse(await settleAndRemove(deps, settling, remove)));
    },
  }),
];

export const createOrganizationUserRoutes = (deps: OrganizationUserDeps): readonly Route[] => [
  ...collectionRoutes(deps),
  ...memberRoutes(deps),
];
