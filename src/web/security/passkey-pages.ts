/* Adding and removing passkeys on `/settings/security`. Both need a fresh sign-in. */
import type { Context } from 'koa';
import type Router from 'koa-router';
import { PASSKEY_FIELD, PASSKEY_NAME, PASSKEYS_TEXT } from '../../../views/security/passkeys.js';
import { notFound } from '../../errors.js';
import { type Form, readForm } from '../../http/forms.js';
import { redirectAfterPost } from '../../http/pages.js';
import { clientIp } from '../../http/proxies.js';
import type { AccountPagesDeps } from '../session/page-deps.js';
import { bindingOf, passkeyDepsOf } from '../session/page-passkeys.js';
import { addPasskey, type AddOutcome } from '../../accounts/passkeys.js';
import type { SignedInUser } from '../session/user.js';
import { tidyName } from '../../accounts/rules.js';
import { done, PASSKEYS_PATH, SECURITY_PATH, showSecurity } from './security-pages.js';

async function answer(
  ctx: Context,
  deps: AccountPagesDeps,
  user: SignedInUser,
  name: string,
  outcome: AddOutcome,
): Promise<void> {
  if (outcome === 'added') {
    redirectAfterPost(ctx, done('passkey_added'));
  } else if (typeof outcome === 'object') {
    await showSecurity(ctx, deps, user, { status: 422, passkeys: { name, ...outcome } });
  } else {
    const told = { kind: 'danger', title: PASSKEYS_TEXT.refusals[outcome] } as const;
    await showSecurity(ctx, deps, user, { status: 422, passkeys: { name, told } });
  }
}

/** A form like all of this room; `take` gets it from somebody who proved lately who they are. */
function guarded(
  deps: AccountPagesDeps,
  take: (ctx: Context, user: SignedInUser, form: Form) => Promise<void>,
): (ctx: Context) => Promise<void> {
  const { requireUser, requireRecentSignIn: confirmed } = deps;
  return async (ctx) => {
    const form = await readForm(ctx);
    const user = (await requireUser(ctx, form)) && (await confirmed(ctx, form));
    if (user !== undefined) await take(ctx, user, form);
  };
}

const actorOf = (ctx: Context, { account }: SignedInUser) => ({
  actor: `account:${account.id}`,
  clientIp: clientIp(ctx),
});

export function addPasskeys(router: Router, deps: AccountPagesDeps): void {
  const passkeyDeps = passkeyDepsOf(deps);
  const add = async (ctx: Context, user: SignedInUser, form: Form): Promise<void> => {
    const [name, given] = [tidyName(form.text(PASSKEY_NAME)), form.text(PASSKEY_FIELD)];
    if (given === '') {
      const told = { kind: 'info', title: PASSKEYS_TEXT.pressAgain } as const;
      await showSecurity(ctx, deps, user, { passkeys: { name, told } });
      return;
    }
    const { browser } = bindingOf(deps.sessionOf(ctx), 'registration', user);
    const addition = { account: user.account, name, answer: given, browser };
    await answer(ctx, deps, user, name, await addPasskey(passkeyDeps, addition, actorOf(ctx, user)));
  };
  const remove = async (ctx: Context, user: SignedInUser, form: Form): Promise<void> => {
    const id = form.text(PASSKEY_FIELD);
    const outcome = await deps.passkeys.remove(user.account.id, id, actorOf(ctx, user));
    if (outcome === 'not_found') throw notFound('This passkey is removed already.');
    redirectAfterPost(ctx, done('passkey_removed'));
  };
  /** The addresses of pages that answered a form, asked for again. */
  const back = (ctx: Context): void => redirectAfterPost(ctx, SECURITY_PATH);
  for (const [path, take] of [
    [PASSKEYS_PATH, add],
    [`${PASSKEYS_PATH}/removal`, remove],
  ] as const) {
    router.get(path, back);
    router.post(path, guarded(deps, take));
  }
}
