/*
 * The pages of the accounts room: home, sign in, sign up, sign out, recovery, security. Each is session -> CSRF -> use case -> view; no
 * rule is decided here.
 */
import Router from 'koa-router';
import { HomePage } from '../../../views/home/home.js';
import { SignedOutPage, SignOutPage } from '../../../views/sign-in/sign-out.js';
import { readForm } from '../../http/forms.js';
import { redirectAfterPost, sendPage } from '../../http/pages.js';
import { addAddressProof } from '../security/address-pages.js';
import type { AccountPagesDeps } from '../session/page-deps.js';
import { addPasskeyQuestions } from '../sign-in/passkey-challenge-pages.js';
import { addPasskeys } from '../security/passkey-pages.js';
import { addPasskeySignIn } from '../sign-in/passkey-sign-in-pages.js';
import { addRecovery } from '../sign-in/recovery-pages.js';
import { addSecurity, SECURITY_PATH } from '../security/security-pages.js';
import { addSignIn } from '../sign-in/sign-in-pages.js';
import { addSignUp } from '../sign-in/sign-up-pages.js';

function addHome(router: Router, { currentUser, links = [] }: AccountPagesDeps): void {
  router.get('/', async (ctx) => {
    const user = await currentUser(ctx);
    const shown = links.filter(({ administrators }) => !administrators || user?.account.admin);
    const confirmAt = user && !user.account.emailVerifiedAt ? SECURITY_PATH : undefined;
    sendPage(ctx, 200, <HomePage user={user?.account} links={shown} confirmAt={confirmAt} />);
  });
}

/** Leaving is a form, so that no image or link on another page signs anybody out. */
function addSignOut(router: Router, { currentUser, sessions, cookies, csrf }: AccountPagesDeps): void {
  router.get('/sign-out', async (ctx) => {
    const user = await currentUser(ctx);
    if (user === undefined) sendPage(ctx, 200, <SignedOutPage />);
    else sendPage(ctx, 200, <SignOutPage csrf={csrf.csrfField(ctx)} user={user.account} />);
  });
  router.post('/sign-out', async (ctx) => {
    csrf.verifyCsrf(ctx, await readForm(ctx));
    const user = await currentUser(ctx);
    if (user !== undefined) await sessions.end(user.sessionRef);
    cookies.clear(ctx, 'session');
    redirectAfterPost(ctx, '/sign-out');
  });
}

export function createAccountPages(deps: AccountPagesDeps): Router {
  const router = new Router();
  addHome(router, deps);
  addSignIn(router, deps);
  addSignUp(router, deps);
  addAddressProof(router, deps);
  addSignOut(router, deps);
  addRecovery(router, deps);
  addSecurity(router, deps);
  addPasskeyQuestions(router, deps);
  addPasskeySignIn(router, deps);
  addPasskeys(router, deps);
  return router;
}
