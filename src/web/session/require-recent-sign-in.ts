/* The door before forms that need a fresh sign-in. It stands in the way of the form itself, and holds it. */
import { redirectAfterPost } from '../../http/pages.js';
import { isRecentSignIn } from '../../accounts/recent-sign-in.js';
import type { AccountPagesDeps } from './page-deps.js';
import { confirmSession } from './page-session.js';
import type { RequireRecentSignIn } from './user.js';
import { createProofs } from './proof-page.js';

export function createRequireRecentSignIn(deps: AccountPagesDeps): RequireRecentSignIn {
  const proofs = createProofs(deps);
  return async (ctx, form) => {
    const user = await deps.currentUser(ctx);
    if (user !== undefined && isRecentSignIn(user.confirmedAt, deps.clock())) return user;
    const sender = user && { account: user.account, present: user };
    const outcome = sender && (await proofs.proofIn(ctx, form, sender));
    if (sender !== undefined && outcome?.kind !== 'proven') {
      await proofs.ask(ctx, form, sender, outcome);
      return undefined;
    }
    const confirmed = user && (await confirmSession(ctx, deps, user, deps.clock()));
    if (confirmed === undefined) redirectAfterPost(ctx, '/sign-in');
    return confirmed;
  };
}
