/* What authenticators are asked, as JSON for views/assets/passkeys.js. Giving out a question stores nothing. */
import type { Context } from 'koa';
import type Router from 'koa-router';
import { AppError } from '../../errors.js';
import { isRecentSignIn } from '../../accounts/recent-sign-in.js';
import type { AccountPagesDeps } from '../session/page-deps.js';
import { bindingOf, passkeyDepsOf } from '../session/page-passkeys.js';
import type { CeremonyPurpose } from '../../accounts/passkey-challenges.js';
import type { SignedInUser } from '../session/user.js';

const PATH = '/passkeys';

function sendQuestion(ctx: Context, question: object): void {
  ctx.type = 'json';
  ctx.set('cache-control', 'no-store');
  ctx.body = question;
}

const unconfirmed = (): AppError => new AppError(401, 'UNAUTHORIZED', 'Confirm first that it is you.');

export function addPasskeyQuestions(router: Router, deps: AccountPagesDeps): void {
  const { ceremonies, challenges, passkeys } = passkeyDepsOf(deps);
  const challenge = (ctx: Context, purpose: CeremonyPurpose, user?: SignedInUser): string =>
    challenges.issue(bindingOf(deps.sessionOf(ctx), purpose, user));
  router.get(`${PATH}/sign-in`, async (ctx) => {
    sendQuestion(ctx, await ceremonies.request(challenge(ctx, 'sign-in')));
  });
  router.get(`${PATH}/confirmation`, async (ctx) => {
    const user = await deps.currentUser(ctx);
    if (user === undefined) throw unconfirmed();
    const own = await passkeys.list(user.account.id);
    sendQuestion(ctx, await ceremonies.request(challenge(ctx, 'confirmation', user), own));
  });
  router.get(`${PATH}/registration`, async (ctx) => {
    const user = await deps.currentUser(ctx);
    // The question waits for the confirmation, so that no authenticator keeps a key that nobody took.
    if (user === undefined || !isRecentSignIn(user.confirmedAt, deps.clock())) throw unconfirmed();
    const own = await passkeys.list(user.account.id);
    const question = ceremonies.creation(user.account, own, challenge(ctx, 'registration', user));
    sendQuestion(ctx, await question);
  });
}
