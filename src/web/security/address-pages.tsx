/* `/settings/security/address`: where the link of a mail leads that proves an address, and having it sent again. */
import type { Context } from 'koa';
import type Router from 'koa-router';
import { ConfirmAddressPage, ConfirmationOverPage } from '../../../views/security/address.js';
import { readForm } from '../../http/forms.js';
import { redirectAfterPost, sendPage } from '../../http/pages.js';
import { clientIp } from '../../http/proxies.js';
import { ADDRESS_PATH, askForProof, findProof, proveAddress } from '../../accounts/address-proof.js';
import { tooManyTries } from '../session/page-deps.js';
import type { AccountPagesDeps } from '../session/page-deps.js';
import { signInPath } from '../session/return-to.js';
import { ADDRESS_LINK_PATH, done, SECURITY_PATH, showSecurity, signedIn } from './security-pages.js';
import type { Account } from '../../accounts/store.js';
import { createTries, TRY_LIMITS } from '../../accounts/sign-in-rate-limit.js';

function sendOver(ctx: Context, account: Account): void {
  sendPage(ctx, 404, <ConfirmationOverPage user={account} to={SECURITY_PATH} />);
}

/** Opening a link uses nothing up: mail programs open links too. */
async function showLink(ctx: Context, deps: AccountPagesDeps): Promise<void> {
  const user = await deps.currentUser(ctx);
  const { token } = ctx.query;
  if (user === undefined) {
    redirectAfterPost(ctx, signInPath(ctx.url, { fresh: false }));
  } else if (user.account.emailVerifiedAt !== undefined) {
    redirectAfterPost(ctx, done('address'));
  } else if (typeof token !== 'string' || !(await findProof(deps, token, user.account))) {
    sendOver(ctx, user.account);
  } else {
    const props = { token, action: ADDRESS_PATH, csrf: deps.csrf.csrfField(ctx) };
    sendPage(ctx, 200, <ConfirmAddressPage user={user.account} {...props} />);
  }
}

export function addAddressProof(router: Router, deps: AccountPagesDeps): void {
  const tries = createTries(deps.throttle, deps.keys, deps.limits ?? TRY_LIMITS);
  router.get(ADDRESS_PATH, (ctx) => showLink(ctx, deps));
  router.post(ADDRESS_PATH, async (ctx) => {
    const form = await readForm(ctx);
    deps.csrf.verifyCsrf(ctx, form);
    const user = await signedIn(ctx, deps);
    if (!user) return;
    if (await proveAddress(deps, form.text('token'), user.account, clientIp(ctx)))
      redirectAfterPost(ctx, done('address'));
    else sendOver(ctx, user.account);
  });
  router.post(ADDRESS_LINK_PATH, async (ctx) => {
    const form = await readForm(ctx);
    deps.csrf.verifyCsrf(ctx, form);
    const user = await signedIn(ctx, deps);
    if (!user) return;
    const wait = await askForProof({ ...deps, tries }, user.account, clientIp(ctx));
    if (wait === 0) {
      redirectAfterPost(ctx, done('address_sent'));
      return;
    }
    ctx.set('retry-after', String(wait));
    await showSecurity(ctx, deps, user, { status: 429, addressRefusal: tooManyTries(wait) });
  });
}
