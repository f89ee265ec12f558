/* Adding and removing passkeys on `/settings/security`. Both need a fresh sign-in. */
import type { Context } from 'koa';
import type Router from 'koa-router';
import { PASSKEY_FIELD, PASSKEY_NAME, PASSKEYS_TEXT } from '../../../views/security/passkeys.js';
import { notFound } from '../../errors.js';
import { type Form, readForm } from '../../http/forms.js';
import { redirectAfterPost } from '../../http/pages.js';
import { clientIp } from '../../http/proxies.js';
import { createFormDoor } from '../session/require-user.js';
import { createFreshDoor } from '../session/require-recent-sign-in.js';
import type { AccountPagesDeps } from '../session/page-deps.js';
import { bindingOf, passkeyParts } from '../session/page-passkeys.js';
import { addPasskey, type AddOutcome } from '../../accounts/passkeys.js';
import type { Person } from '../session/user.js';
import { tidyName } from '../../accounts/rules.js';
import { done, PASSKEYS_PATH, SECURITY_PATH, showSecurity } from './security-pages.js';

async function answer(
  ctx: Context,
  deps: AccountPagesDeps,
  person: Person,
  name: string,
  outcome: AddOutcome,
): Promise<void> {
  if (outcome === 'added') {
    redirectAfterPost(ctx, done('passkey_added'));
  } else if (typeof outcome === 'object') {
    await showSecurity(ctx, deps, person, { status: 422, passkeys: { name, ...outcome } });
  } else {
    const told = { kind: 'danger', title: PASSKEYS_TEXT.refusals[outcome] } as const;
    await showSecurity(ctx, deps, person, { status: 422, passkeys: { name, told } });
  }
}

/** A form like all of this room; `take` gets it from somebody who proved lately who they are. */
function guarded(
  deps: AccountPagesDeps,
  take: (ctx: Context, person: Person, form: Form) => Promise<void>,
): (ctx: Context) => Promise<void> {
  const [postedBy, confirmed] = [createFormDoor(deps), createFreshDoor(deps)];
  return async (ctx) => {
    const form = await readForm(ctx);
    const person = (await postedBy(ctx, form)) && (await confirmed(ctx, form));
    if (person !== undefined) await take(ctx, person, form);
  };
}

const actorOf = (ctx: Context, { account }: Person) => ({
  actor: `account:${account.id}`,
  clientIp: clientIp(ctx),
});

export function addPasskeys(router: Router, deps: AccountPagesDeps): void {
  const passkeyDeps = passkeyParts(deps);
  const add = async (ctx: Context, person: Person, form: Form): Promise<void> => {
    const [name, given] = [tidyName(form.text(PASSKEY_NAME)), form.text(PASSKEY_FIELD)];
    if (given === '') {
      const told = { kind: 'info', title: PASSKEYS_TEXT.pressAgain } as const;
      await showSecurity(ctx, deps, person, { passkeys: { name, told } });
      return;
    }
    const { browser } = bindingOf(deps, ctx, 'registration', person);
    const addition = { account: person.account, name, answer: given, browser };
    await answer(ctx, deps, person, name, await addPasskey(passkeyDeps, addition, actorOf(ctx, person)));
  };
  const remove = async (ctx: Context, person: Person, form: Form): Promise<void> => {
    const id = form.text(PASSKEY_FIELD);
    const outcome = await deps.passkeys.remove(person.account.id, id, actorOf(ctx, person));
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
