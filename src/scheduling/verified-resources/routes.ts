/*
 * `/verified-resources` of a user and of a team: e-mail addresses and phone numbers that were confirmed with a code sent
 * to them. Admins of a team confirm its addresses, which stay with the team when they leave. The address of an account
 * is not among them until it is confirmed like any other.
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

type AddressOwner = Mount<ResourceOwner, CallerMembership | undefined>;
type Request = MountedRequest<ResourceOwner, CallerMembership | undefined, unknown, unknown, unknown>;

const callOf = ({ owner, principal, clientIp }: Omit<Request, 'params' | 'query' | 'body'>): CodeCall => ({
  owner,
  caller: { accountId: principal.accountId, clientIp },
  actor: actorOf(principal, clientIp),
});

/** An address of a team also says who confirmed it. */
const ownedBy = (owner: ResourceOwner, { verifiedBy }: VerifiedAddress) =>
  'accountId' in owner ? { userId: owner.accountId } : { teamId: owner.teamId, userId: verifiedBy };

/** One of the two kinds of address, as it is served for one owner. */
const emailsOf = ({ level }: AddressOwner) => ({
  kind: 'email' as const,
  noun: 'e-mail address',
  plural: 'e-mail addresses',
  path: '/verified-resources/emails' as const,
  input: emailInput,
  codeInput: emailCodeInput,
  reply: level === 'user' ? emailReply : teamEmailReply,
  present: (found: VerifiedAddress, owner: ResourceOwner) => ({
    id: found.id,
    email: found.address,
    ...ownedBy(owner, found),
  }),
});

const phonesOf = ({ level }: AddressOwner) => ({
  kind: 'phone' as const,
  noun: 'phone number',
  plural: 'phone numbers',
  path: '/verified-resources/phones' as const,
  input: phoneInput,
  codeInput: phoneCodeInput,
  reply: level === 'user' ? phoneReply : teamPhoneReply,
  present: (found: VerifiedAddress, owner: ResourceOwner) => ({
    id: found.id,
    phoneNumber: found.address,
    ...ownedBy(owner, found),
  }),
});

type Kind = ReturnType<typeof emailsOf> | ReturnType<typeof phonesOf>;

const codeRoutes = (
  useCases: VerifiedResourceUseCases,
  mounted: AddressOwner,
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
    handle: (call) => useCases.ask(callOf(call), call.body),
  }),
  defineMountedRoute(mounted, {
    method: 'POST',
    path: `${kind.path}/verification-code/verify`,
    summary: `Confirm ${singular(mounted, kind.noun)} with its code`,
    access: 'VERIFIED_RESOURCES_WRITE',
    role: 'admin',
    body: kind.codeInput,
    reply: kind.reply,
    handle: async (call) => kind.present(await useCases.confirm(callOf(call), call.body), call.owner),
  }),
];

const readRoutes = (
  useCases: VerifiedResourceUseCases,
  mounted: AddressOwner,
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
      (await useCases.list(owner, kind.kind, query)).map((found) => kind.present(found, owner)),
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
      kind.present(await useCases.find(owner, kind.kind, id), owner),
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
