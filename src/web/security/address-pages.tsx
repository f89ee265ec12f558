/* `/settings/security/address`: where the link of a mail leads that proves an address, and having it sent again. */
import { ConfirmAddressPage, ConfirmationOverPage } from '../../../views/security/address.js';
import { ADDRESS_PATH, askForProof, findProof, proveAddress } from '../../accounts/address-proof.js';
import type { Account } from '../../accounts/store.js';
import { definePage, type Page, type UserPost, type UserRequest } from '../page.js';
import { page, type PageReply, redirect, retryAfter } from '../reply.js';
import { type AccountDeps, tooManyTries } from '../session/account-deps.js';
import { ACTIONS, done, SECURITY_PATH, securityPage } from './security-page.js';

const confirmationOver = (account: Account): PageReply =>
  page(<ConfirmationOverPage user={account} to={SECURITY_PATH} />, { status: 404 });

/** Opening a link uses nothing up: mail programs open links too. */
async function showLink({ user, query, csrf }: UserRequest, deps: AccountDeps): Promise<PageReply> {
  const { account } = user;
  if (account.emailVerifiedAt !== undefined) return redirect(done('address'));
  const token = query('token');
  if ((await findProof(deps, token, account)) === undefined) return confirmationOver(account);
  return page(<ConfirmAddressPage user={account} token={token} action={ADDRESS_PATH} csrf={csrf()} />);
}

async function confirm({ user, form, clientIp }: UserPost, deps: AccountDeps): Promise<PageReply> {
  const proven = await proveAddress(deps, form.text('token'), user.account, clientIp);
  return proven ? redirect(done('address')) : confirmationOver(user.account);
}

async function sendAgain(request: UserPost, deps: AccountDeps): Promise<PageReply> {
  const { user, clientIp } = request;
  const wait = await askForProof(deps, user.account, clientIp);
  if (wait === 0) return redirect(done('address_sent'));
  const options = { status: 429, headers: retryAfter(wait) };
  return securityPage(request, deps, { addressRefusal: tooManyTries(wait) }, options);
}

export const createAddressPages = (deps: AccountDeps): readonly Page[] => [
  definePage({
    method: 'GET',
    path: ADDRESS_PATH,
    who: 'user',
    handle: (request) => showLink(request, deps),
  }),
  definePage({
    method: 'POST',
    path: ADDRESS_PATH,
    who: 'user',
    handle: (request) => confirm(request, deps),
  }),
  definePage({
    method: 'POST',
    path: ACTIONS.addressLink,
    who: 'user',
    handle: (request) => sendAgain(request, deps),
  }),
];
