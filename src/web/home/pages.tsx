/* `/`: where the pages of this service are. Signing out. */
import Router from 'koa-router';
import { HomePage } from '../../../views/home/home.js';
import { addAddressProof } from '../security/address-pages.js';
import { addPasskeys } from '../security/passkey-pages.js';
import { addSecurity, SECURITY_PATH } from '../security/security-pages.js';
import { definePage, type Page } from '../page.js';
import { page } from '../reply.js';
import type { AccountLink, AccountPagesDeps } from '../session/page-deps.js';
import { addPasskeyQuestions } from '../sign-in/passkey-challenge-pages.js';
import { addPasskeySignIn } from '../sign-in/passkey-sign-in-pages.js';
import { addRecovery } from '../sign-in/recovery-pages.js';
import { addSignIn } from '../sign-in/sign-in-pages.js';
import { createSignOutPages } from '../sign-in/sign-out-pages.js';
import { addSignUp } from '../sign-in/sign-up-pages.js';

interface HomeDeps {
  /** Where the page leads somebody who is signed in. */
  readonly links: readonly AccountLink[];
}

export const createHomePages = ({ links }: HomeDeps): readonly Page[] => [
  definePage({
    method: 'GET',
    path: '/',
    who: 'anyone',
    handle({ user }) {
      const shown = links.filter(({ administrators }) => !administrators || user?.account.admin);
      const confirmAt = user && !user.account.emailVerifiedAt ? SECURITY_PATH : undefined;
      return page(<HomePage user={user?.account} links={shown} confirmAt={confirmAt} />);
    },
  }),
  ...createSignOutPages(),
];

export function createAccountPages(deps: AccountPagesDeps): Router {
  const router = new Router();
  addSignIn(router, deps);
  addSignUp(router, deps);
  addAddressProof(router, deps);
  addRecovery(router, deps);
  addSecurity(router, deps);
  addPasskeyQuestions(router, deps);
  addPasskeySignIn(router, deps);
  addPasskeys(router, deps);
  return router;
}
