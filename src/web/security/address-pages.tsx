/* `/settings/security/address`: the target of the link by mail that confirms an address, and sending it again. */
import { ConfirmAddressPage, ConfirmationOverPage } from '../../../views/security/address.js';
import { ADDRESS_PATH, findProof, proveAddress, requestProof } from '../../accounts/address-proof.js';
import type { AccountDeps } from '../../accounts/deps.js';
import type { Account } from '../../accounts/store.js';
import { definePage, handlerWith, type Page, type UserPost, type UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { safeReturnTo } from '../session/return-to.js';
import { throttled, tooManyAttempts } from '../session/too-many-attempts.js';
import { ACTIONS, done, SECURITY_PATH, securityPage } from './security-page.js';

const confirmationOver = (account: Account): PageReply =>
  page(<ConfirmationOverPage user={account} to={SECURITY_PATH} />, { status: 404 });

/** Opening a link uses nothing up: mail programs open links too. */
async function showLink(deps: AccountDeps, { user, query, csrf }: UserRequest): Promise<PageReply> {
  const { account } = user;
  if (account.emailVerifiedAt !== undefined) return redirect(done('address'));
  const token = query('token');
  if ((await findProof(deps, token, account)) === undefined) return confirmationOver(account);
  return page(<ConfirmAddressPage user={account} token={token} action={ADDRESS_PATH} csrf={csrf()} />);
}

/** Back to what waited for the confirmation in this browser. */
function confirmed({ appUrl }: AccountDeps, { session }: UserPost): PageReply {
  const kept = session.takeReturn();
  return redirect(kept === undefined ? done('address') : safeReturnTo(kept, appUrl));
}

async function confirmAddress(deps: AccountDeps, request: UserPost): Promise<PageReply> {
  const { user, form, clientIp, session } = request;
  const outcome = await proveAddress(deps, form.text('token'), user.account, clientIp);
  if (outcome === 'not_found') return confirmationOver(user.account);
  if (outcome === 'done') return confirmed(deps, request);
  // All sessions have ended; the user of this one has just proven who they are.
  const account = await deps.accounts.findById(user.account.id);
  if (account === undefined) return confirmationOver(user.account);
  await session.start(account);
  return redirect(done('address_access_ended'));
}

/** Where the form was, with `sent=1`. */
const afterSending = (returnTo: string, appUrl: string): string =>
  returnTo === '' ? done('address_sent') : `${safeReturnTo(returnTo, appUrl)}?sent=1`;

async function sendLink(deps: AccountDeps, request: UserPost): Promise<PageReply> {
  const limited = await requestProof(deps, request.user.account, request.clientIp);
  if (!limited) return redirect(afterSending(request.form.text('return_to'), deps.appUrl));
  return securityPage(deps, request, { addressRefusal: tooManyAttempts(limited) }, throttled(limited));
}

export function createAddressPages(deps: AccountDeps): readonly Page[] {
  const by = handlerWith(deps);
  return [
    definePage({ method: 'GET', path: ADDRESS_PATH, who: 'user', handle: by(showLink) }),
    definePage({ method: 'POST', path: ADDRESS_PATH, who: 'user', handle: by(confirmAddress) }),
    // The form is also on the consent page of a user whose address is not confirmed.
    definePage({
      ...{ method: 'POST', path: ACTIONS.addressLink, who: 'user', keepsOpener: true },
      handle: by(sendLink),
    }),
  ];
}
