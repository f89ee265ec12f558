/* Options for authenticators, as JSON for views/assets/passkeys.js. Issuing a challenge stores nothing. */
import type { AccountDeps } from '../../accounts/deps.js';
import type { CeremonyPurpose } from '../../accounts/passkeys/passkey-challenges.js';
import { isRecentSignIn } from '../../accounts/recent-sign-in.js';
import { AppError } from '../../errors.js';
import { type BrowserRequest, definePage, type Page } from '../page.js';
import { json } from '../reply.js';
import { bindingOf } from '../session/passkey-binding.js';
import type { SignedInUser } from '../session/user.js';

const PATH = '/passkeys';

const notConfirmed = (): AppError => new AppError(401, 'UNAUTHORIZED', 'Confirm first that it is you.');

/** A script cannot follow to the sign-in page. */
const signedOut = (): never => {
  throw notConfirmed();
};

export function createPasskeyChallengePages({
  ceremonies,
  challenges,
  passkeys,
  clock,
}: AccountDeps): readonly Page[] {
  const challenge = ({ session }: BrowserRequest, purpose: CeremonyPurpose, user?: SignedInUser): string =>
    challenges.issue(bindingOf(session, purpose, user));
  return [
    definePage({
      method: 'GET',
      path: `${PATH}/sign-in`,
      who: 'anyone',
      handle: async (request) => json(await ceremonies.requestOptions(challenge(request, 'sign-in'))),
    }),
    definePage({
      method: 'GET',
      path: `${PATH}/confirmation`,
      who: 'user',
      signedOut,
      async handle(request) {
        const { user } = request;
        const own = await passkeys.list(user.account.id);
        return json(await ceremonies.requestOptions(challenge(request, 'confirmation', user), own));
      },
    }),
    definePage({
      method: 'GET',
      path: `${PATH}/registration`,
      who: 'user',
      signedOut,
      async handle(request) {
        const { user } = request;
        // No challenge before the confirmation, so that no authenticator stores a key that is then refused.
        if (!isRecentSignIn(user.confirmedAt, clock())) throw notConfirmed();
        const own = await passkeys.list(user.account.id);
        return json(
          await ceremonies.creationOptions(user.account, own, challenge(request, 'registration', user)),
        );
      },
    }),
  ];
}
