/* Signing in with a passkey, whoever it belongs to: nobody has to say first who they are. */
import type { Context } from 'koa';
import type Router from 'koa-router';
import {
  PASSKEY_FIELD,
  PASSKEY_SIGN_IN,
  SIGN_IN_ADVICE,
  SIGN_IN_LATE,
} from '../../../views/security/passkeys.js';
import { readForm } from '../../http/forms.js';
import { redirectAfterPost } from '../../http/pages.js';
import { clientIp } from '../../http/proxies.js';
import { type AccountPagesDeps, tooManyTries } from '../session/page-deps.js';
import { bindingOf, passkeyDepsOf } from '../session/page-passkeys.js';
import { presentPasskey, type PresentOutcome } from '../../accounts/passkeys.js';
import { safeReturnTo } from '../session/return-to.js';
import { REFUSAL, showSignIn, SIGN_IN_PATH } from './sign-in-pages.js';
import { createTries, TRY_LIMITS } from '../../accounts/sign-in-rate-limit.js';

async function answer(
  ctx: Context,
  deps: AccountPagesDeps,
  outcome: PresentOutcome,
  returnTo: string,
): Promise<void> {
  const shown = { email: '', returnTo };
  if (outcome.kind === 'proven') {
    await deps.sessionOf(ctx).signIn(outcome.accountId, 'passkey');
    redirectAfterPost(ctx, returnTo);
  } else if (outcome.kind === 'refused') {
    showSignIn(ctx, deps, 401, { ...shown, refusal: REFUSAL, advice: SIGN_IN_ADVICE });
  } else if (outcome.kind === 'late') {
    showSignIn(ctx, deps, 401, { ...shown, refusal: SIGN_IN_LATE });
  } else {
    ctx.set('retry-after', String(outcome.retryAfterSeconds));
    showSignIn(ctx, deps, 429, { ...shown, refusal: tooManyTries(outcome.retryAfterSeconds) });
  }
}

export function addPasskeySignIn(router: Router, deps: AccountPagesDeps): void {
  const tries = createTries(deps.throttle, deps.keys, deps.limits ?? TRY_LIMITS);
  const parts = { ...passkeyDepsOf(deps), tries };
  /** The address of a page that refused a passkey, asked for again. */
  router.get(PASSKEY_SIGN_IN, (ctx) => redirectAfterPost(ctx, SIGN_IN_PATH));
  router.post(PASSKEY_SIGN_IN, async (ctx) => {
    const form = await readForm(ctx);
    deps.csrf.verifyCsrf(ctx, form);
    const binding = bindingOf(deps.sessionOf(ctx), 'sign-in');
    const presented = { answer: form.text(PASSKEY_FIELD), binding, clientIp: clientIp(ctx) };
    const returnTo = safeReturnTo(form.text('return_to'), deps.appUrl);
    await answer(ctx, deps, await presentPasskey(parts, presented), returnTo);
  });
}
