/*
 * `/v2/verified-resources`: e-mail addresses and phone numbers of which the caller has shown that messages to them are
 * read, for what is sent there later. The address of the account is none of them until it is confirmed like any other.
 */
import { z } from 'zod';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import type { Principal } from '../../api/principal.js';
import { actorOf } from '../actor.js';
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
} from './schemas.js';
import type { ResourceOwner, VerifiedAddress } from './store.js';

const ownOf = ({ accountId }: Principal): ResourceOwner => ({ accountId });

const callOf = (principal: Principal, clientIp: string): CodeCall => ({
  owner: ownOf(principal),
  caller: { accountId: principal.accountId, clientIp },
  actor: actorOf(principal, clientIp),
});

const shownEmail =
  ({ accountId: userId }: Principal) =>
  ({ id, address: email }: VerifiedAddress) => ({ id, email, userId });

const shownPhone =
  ({ accountId: userId }: Principal) =>
  ({ id, address: phoneNumber }: VerifiedAddress) => ({ id, phoneNumber, userId });

const EMAILS = '/v2/verified-resources/emails';
const PHONES = '/v2/verified-resources/phones';

const codeRoutes = (useCases: VerifiedResourceUseCases): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: `${EMAILS}/verification-code/request`,
    summary: 'Send a code to an e-mail address',
    access: 'VERIFIED_RESOURCES_WRITE',
    body: emailInput,
    reply: z.undefined(),
    handle: ({ principal, body, clientIp }) => useCases.ask(callOf(principal, clientIp), body),
  }),
  defineRoute({
    method: 'POST',
    path: `${EMAILS}/verification-code/verify`,
    summary: 'Confirm an e-mail address with its code',
    access: 'VERIFIED_RESOURCES_WRITE',
    body: emailCodeInput,
    reply: emailReply,
    handle: async ({ principal, body, clientIp }) =>
      shownEmail(principal)(await useCases.confirm(callOf(principal, clientIp), body)),
  }),
  defineRoute({
    method: 'POST',
    path: `${PHONES}/verification-code/request`,
    summary: 'Send a code to a phone number',
    access: 'VERIFIED_RESOURCES_WRITE',
    body: phoneInput,
    reply: z.undefined(),
    handle: ({ principal, body, clientIp }) => useCases.ask(callOf(principal, clientIp), body),
  }),
  defineRoute({
    method: 'POST',
    path: `${PHONES}/verification-code/verify`,
    summary: 'Confirm a phone number with its code',
    access: 'VERIFIED_RESOURCES_WRITE',
    body: phoneCodeInput,
    reply: phoneReply,
    handle: async ({ principal, body, clientIp }) =>
      shownPhone(principal)(await useCases.confirm(callOf(principal, clientIp), body)),
  }),
];

const readingRoutes = (useCases: VerifiedResourceUseCases): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: EMAILS,
    summary: 'List verified e-mail addresses',
    access: 'VERIFIED_RESOURCES_READ',
    query: addressesQuery,
    reply: z.array(emailReply),
    handle: async ({ principal, query }) =>
      (await useCases.list(ownOf(principal), 'email', query)).map(shownEmail(principal)),
  }),
  defineRoute({
    method: 'GET',
    path: `${EMAILS}/:id`,
    summary: 'Fetch one verified e-mail address',
    access: 'VERIFIED_RESOURCES_READ',
    params: ofAddress,
    reply: emailReply,
    handle: async ({ principal, params }) =>
      shownEmail(principal)(await useCases.find(ownOf(principal), 'email', params.id)),
  }),
  defineRoute({
    method: 'GET',
    path: PHONES,
    summary: 'List verified phone numbers',
    access: 'VERIFIED_RESOURCES_READ',
    query: addressesQuery,
    reply: z.array(phoneReply),
    handle: async ({ principal, query }) =>
      (await useCases.list(ownOf(principal), 'phone', query)).map(shownPhone(principal)),
  }),
  defineRoute({
    method: 'GET',
    path: `${PHONES}/:id`,
    summary: 'Fetch one verified phone number',
    access: 'VERIFIED_RESOURCES_READ',
    params: ofAddress,
    reply: phoneReply,
    handle: async ({ principal, params }) =>
      shownPhone(principal)(await useCases.find(ownOf(principal), 'phone', params.id)),
  }),
];

export function createVerifiedResourceRoutes(deps: VerifiedResourceDeps): readonly Route[] {
  const useCases = createVerifiedResourceUseCases(deps);
  return [...codeRoutes(useCases), ...readingRoutes(useCases)];
}
