/* The guard of forms that need a recent sign-in. Without one, the proof page holds the form. */
import { isRecentSignIn } from '../../accounts/recent-sign-in.js';
import type { Form } from '../../http/forms.js';
import type { BrowserRequest } from '../page.js';
import { redirect } from '../reply.js';
import { createProofs, type ProofDeps } from './proof-page.js';
import type { Guarded } from './require-user.js';
import type { SignedInUser } from './user.js';

export type RequireRecentSignIn = (
  request: BrowserRequest,
  form: Form,
  user: SignedInUser,
) => Promise<Guarded>;

export function createRequireRecentSignIn(deps: ProofDeps): RequireRecentSignIn {
  const proofs = createProofs(deps);
  return async (request, form, user) => {
    if (isRecentSignIn(user.confirmedAt, deps.clock())) return { user };
    const sender = { account: user.account, present: user };
    const outcome = await proofs.verify(request, form, sender);
    if (outcome?.kind !== 'proven') return { reply: await proofs.ask(request, form, sender, outcome) };
    const confirmed = await request.session.confirm(user);
    return confirmed === undefined ? { reply: redirect('/sign-in') } : { user: confirmed };
  };
}
