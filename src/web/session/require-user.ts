/*
 * The door before every form of somebody who is signed in. A form is theirs to whom it was shown: whoever is not signed
 * in any more, or not in this name, proves it on a page that holds the form, and the form goes on in their name. No form
 * is ever taken in the name of somebody else, and none is lost because a session ended or began.
 */
import { PASSKEY_PROOF } from '../../../views/session/confirm.js';
import { redirectAfterPost } from '../../http/pages.js';
import type { AccountPagesDeps } from './page-deps.js';
import { signInAs } from './page-session.js';
import type { RequireUser } from './user.js';
import { createProofs } from './proof-page.js';

export function createRequireUser(deps: AccountPagesDeps): RequireUser {
  const proofs = createProofs(deps);
  return async (ctx, form) => {
    const shownTo = deps.csrf.verifyCsrf(ctx, form);
    const present = await deps.currentUser(ctx);
    if (present !== undefined && present.account.id === shownTo) return present;
    const account = shownTo === undefined ? undefined : await deps.accounts.findById(shownTo);
    if (account === undefined || account.disabledAt !== undefined) {
      redirectAfterPost(ctx, '/sign-in');
      return undefined;
    }
    const outcome = await proofs.proofIn(ctx, form, { account, present });
    if (outcome?.kind !== 'proven') {
      await proofs.ask(ctx, form, { account, present }, outcome);
      return undefined;
    }
    await signInAs(ctx, deps, account.id, form.text(PASSKEY_PROOF) === '' ? 'password' : 'passkey');
    return deps.currentUser(ctx);
  };
}

/** For a question that has to be seen before it is answered: whoever it was not shown to is asked it anew. */
export function createAskAgain({ csrf, currentUser }: AccountPagesDeps): RequireUser {
  return async (ctx, form) => {
    const shownTo = csrf.verifyCsrf(ctx, form);
    const present = await currentUser(ctx);
    if (present !== undefined && present.account.id === shownTo) return present;
    redirectAfterPost(ctx, ctx.path);
    return undefined;
  };
}
