/* What authenticators are asked, as JSON for views/assets/passkeys.js. Giving out a challenge stores nothing. */
import type { CeremonyPurpose } from '../../accounts/passkeys/passkey-challenges.js';
import { isRecentSignIn } from '../../accounts/recent-sign-in.js';
import { AppError } from '../../errors.js';
import { type BrowserRequest, definePage, type Page } from '../page.js';
import { json } from '../reply.js';
import type { AccountDeps } from '../session/account-deps.js';
import { bindingOf, passkeyDepsOf } from '../session/page-passkeys.js';
import type { SignedInUser } from '../session/user.js';

const PATH = '/passkeys';

const notConfirmed = (): AppError => new AppError(401, 'UNAUTHORIZED', 'Confirm first that it is you.');

/** A script cannot follow to the sign-in page. */
const signedOut = (): never => {
  throw notConfirmed();
};

export function createPasskeyChallengePages(deps: AccountDeps): readonly Page[] {
  const { ceremonies, challenges, passkeys } = passkeyDepsOf(deps);
  const challenge = ({ session }: BrowserRequest, purpose: CeremonyPurpose, user?: SignedInUser): string =>
    challenges.issue(bindingOf(session, purpose, user));
  return [
    definePage({
      method: 'GET',
      path: `${PATH}/sign-in`,
      who: 'anyone',
      handle: async (request) => json(await ceremonies.request(challenge(request, 'sign-in'))),
    }),
    definePage({
      method: 'GET',
      path: `${PATH}/confirmation`,
      who: 'user',
      signedOut,
      async handle(request) {
        const { user } = request;
        const own = await passkeys.list(user.account.id);
        return json(await ceremonies.request(challenge(request, 'confirmation', user), own));
      },
    }),
    definePage({
      method: 'GET',
      path: `${PATH}/registration`,
      who: 'user',
      signedOut,
      async handle(request) {
        const { user } = request;
        // The challenge waits for the confirmation, so that no authenticator keeps a key that nobody took.
        if (!isRecentSignIn(user.confirmedAt, deps.clock())) throw notConfirmed();
        const own = await passkeys.list(user.account.id);
        return json(await ceremonies.creation(user.account, own, challenge(request, 'registration', user)));
      },
    }),
  ];
}
