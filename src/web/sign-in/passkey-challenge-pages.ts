/* What authenticators are asked, as JSON for views/assets/passkeys.js. Giving out a question stores nothing. */
import type { Context } from 'koa';
import type Router from 'koa-router';
import { AppError } from '../../errors.js';
import { isFresh } from '../../accounts/recent-sign-in.js';
import type { AccountPagesDeps } from '../session/page-deps.js';
import { bindingOf, passkeyParts } from '../session/page-passkeys.js';
import type { CeremonyPurpose } from '../../accounts/passkey-challenges.js';
import type { Person } from '../session/user.js';

const PATH = '/passkeys';

function sendQuestion(ctx: Context, question: object): void {
  ctx.type = 'json';
  ctx.set('cache-control', 'no-store');
  ctx.body = question;
}

const unconfirmed = (): AppError => new AppError(401, 'UNAUTHORIZED', 'Confirm first that it is you.');

export function addPasskeyQuestions(router: Router, deps: AccountPagesDeps): void {
  const { ceremonies, challenges, passkeys } = passkeyParts(deps);
  const challenge = (ctx: Context, purpose: CeremonyPurpose, person?: Person): string =>
    challenges.issue(bindingOf(deps, ctx, purpose, person));
  router.get(`${PATH}/sign-in`, async (ctx) => {
    sendQuestion(ctx, await ceremonies.request(challenge(ctx, 'sign-in')));
  });
  router.get(`${PATH}/confirmation`, async (ctx) => {
    const person = await deps.currentPerson(ctx);
    if (person === undefined) throw unconfirmed();
    const own = await passkeys.list(person.account.id);
    sendQuestion(ctx, await ceremonies.request(challenge(ctx, 'confirmation', person), own));
  });
  router.get(`${PATH}/registration`, async (ctx) => {
    const person = await deps.currentPerson(ctx);
    // The question waits for the confirmation, so that no authenticator keeps a key that nobody took.
    if (person === undefined || !isFresh(person.confirmedAt, deps.clock())) throw unconfirmed();
    const own = await passkeys.list(person.account.id);
    const question = ceremonies.creation(person.account, own, challenge(ctx, 'registration', person));
    sendQuestion(ctx, await question);
  });
}
