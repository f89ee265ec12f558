/*
 * `/verified-resources` of a user and of a team: e-mail addresses and phone numbers that were verified with a code sent to
 * them. Addresses of a team stay when the admin who verified them leaves. The address of an account is not verified here
 * until it is confirmed like any other.
 */
import { z } from 'zod';
import { defineMountedRoute, mount, singular } from '../../api/mount.js';
import type { Mount, MountedRequest } from '../../api/mount.js';
import type { CallerMembership } from '../../api/role.js';
import type { Route } from '../../api/route.js';
import { actorOf } from '../actor.js';
import { USER_AND_TEAM_MOUNTS } from '../mounts.js';
import type { ResourceOwner } from '../mounts.js';
import { createVerifiedResourceUseCases } from './use-cases.js';
import type { CodeCall, VerifiedResourceUseCases, VerifiedResourceDeps } from './use-cases.js';
import {
  addressesQuery,
  emailCodeInput,
  emailInput,
  emailReply,
  ofAddress,
  phoneCodeInput,
  phoneInput,
  phoneReply,
  teamEmailReply,
  teamPhoneReply,
} from './schemas.js';
import type { VerifiedAddress } from './store.js';

type AddressMount = Mount<ResourceOwner, CallerMembership | undefined>;
type Request = MountedRequest<ResourceOwner, CallerMembership | undefined, unknown, unknown, unknown>;

const callOf = ({ owner, principal, clientIp }: Omit<Request, 'params' | 'query' | 'body'>): CodeCall => ({
  owner,
  caller: { accountId: principal.accountId, clientIp },
  actor: actorOf(principal, clientIp),
});

/** Addresses of a team name the user who verified them. */
const ownedBy = (owner: ResourceOwner, { verifiedBy }: VerifiedAddress) =>
  'accountId' in owner ? { userId: owner.accountId } : { teamId: owner.teamId, userId: verifiedBy };

const emailsOf = ({ level }: AddressMount) => ({
  kind: 'email' as const,
  noun: 'e-mail address',
  plural: 'e-mail addresses',
  path: '/verified-resources/emails' as const,
  input: emailInput,
  codeInput: emailCodeInput,
  reply: level === 'user' ? emailReply : teamEmailReply,
  present: (resource: VerifiedAddress) => ({ id: resource.id, email: resource.address }),
});

const phonesOf = ({ level }: AddressMount) => ({
  kind: 'phone' as const,
  noun: 'phone number',
  plural: 'phone numbers',
  path: '/verified-resources/phones' as const,
  input: phoneInput,
  codeInput: phoneCodeInput,
  reply: level === 'user' ? phoneReply : teamPhoneReply,
  present: (resource: VerifiedAddress) => ({ id: resource.id, phoneNumber: resource.address }),
});

type Kind = ReturnType<typeof emailsOf> | ReturnType<typeof phonesOf>;

const toReply = (kind: Kind, owner: ResourceOwner, resource: VerifiedAddress) => ({
  ...kind.present(resource),
  ...ownedBy(owner, resource),
});

const codeRoutes = (
  useCases: VerifiedResourceUseCases,
  mounted: AddressMount,
  kind: Kind,
): readonly Route[] => [
  defineMountedRoute(mounted, {
    method: 'POST',
    path: `${kind.path}/verification-code/request`,
    summary: `Send a code to ${singular(mounted, kind.noun)}`,
    access: 'VERIFIED_RESOURCES_WRITE',
    role: 'admin',
    body: kind.input,
    reply: z.undefined(),
    handle: (call) => useCases.sendCode(callOf(call), call.body),
  }),
  defineMountedRoute(mounted, {
    method: 'POST',
    path: `${kind.path}/verification-code/verify`,
    summary: `Confirm ${singular(mounted, kind.noun)} with its code`,
    access: 'VERIFIED_RESOURCES_WRITE',
    role: 'admin',
    body: kind.codeInput,
    reply: kind.reply,
    handle: async (call) => toReply(kind, call.owner, await useCases.confirm(callOf(call), call.body)),
  }),
];

const readRoutes = (
  useCases: VerifiedResourceUseCases,
  mounted: AddressMount,
  kind: Kind,
): readonly Route[] => [
  defineMountedRoute(mounted, {
    method: 'GET',
    path: kind.path,
    summary: `List verified ${mounted.adjective}${kind.plural}`,
    access: 'VERIFIED_RESOURCES_READ',
    role: 'admin',
    query: addressesQuery,
    reply: z.array(kind.reply),
    handle: async ({ owner, query }) =>
      (await useCases.list(owner, kind.kind, query)).map((resource) => toReply(kind, owner, resource)),
  }),
  defineMountedRoute(mounted, {
    method: 'GET',
    path: `${kind.path}/:id`,
    summary: `Read a verified ${mounted.adjective}${kind.noun}`,
    access: 'VERIFIED_RESOURCES_READ',
    role: 'admin',
    params: ofAddress,
    reply: kind.reply,
    handle: async ({ owner, params: { id } }) =>
      toReply(kind, owner, await useCases.find(owner, kind.kind, id)),
  }),
];

export function createVerifiedResourceRoutes(deps: VerifiedResourceDeps): readonly Route[] {
  const useCases = createVerifiedResourceUseCases(deps);
  return mount(USER_AND_TEAM_MOUNTS, (owner) =>
    [emailsOf(owner), phonesOf(owner)].flatMap((kind) => [
      ...codeRoutes(useCases, owner, kind),
      ...readRoutes(useCases, owner, kind),
    ]),
  );
}
