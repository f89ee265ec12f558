/*
 * The guard of every form of a signed-in user. A form belongs to the user to whom it was shown. When the
 * session ended, or another user is signed in, a page that holds the form asks for a proof, and the form is then taken. No form
 * is taken in the name of somebody else, and none is lost because a session ended or began.
 */
import { PASSKEY_PROOF } from '../../../views/session/confirm.js';
import type { Form } from '../../http/forms.js';
import type { BrowserRequest } from '../page.js';
import { type PageReply, redirect } from '../reply.js';
import { createProofs, type ProofDeps } from './proof-page.js';
import type { SignedInUser } from './user.js';

/** The user, or what the browser is answered instead. */
export type Guarded = { readonly user: SignedInUser } | { readonly reply: PageReply };

export interface PostedForm {
  readonly form: Form;
  /** The account to which the form was shown, undefined for nobody. */
  readonly shownTo: number | undefined;
}

export type RequireUser = (request: BrowserRequest, posted: PostedForm) => Promise<Guarded>;

const toSignIn: Guarded = { reply: redirect('/sign-in') };

export function createRequireUser(deps: ProofDeps): RequireUser {
  const proofs = createProofs(deps);
  return async (request, { form, shownTo }) => {
    const { session } = request;
    const present = await session.current();
    if (present !== undefined && present.account.id === shownTo) return { user: present };
    const account = shownTo === undefined ? undefined : await deps.accounts.findById(shownTo);
    if (account === undefined || account.disabledAt !== undefined) return toSignIn;
    const outcome = await proofs.proofIn(request, form, { account, present });
    if (outcome?.kind !== 'proven') {
      return { reply: await proofs.ask(request, form, { account, present }, outcome) };
    }
    await session.signIn(account.id, form.text(PASSKEY_PROOF) === '' ? 'password' : 'passkey');
    const user = await session.current();
    return user === undefined ? toSignIn : { user };
  };
}

/** For a question that has to be seen before it is answered: any other user is asked again. */
export const askAgain: RequireUser = async ({ session, path }, { shownTo }) => {
  const user = await session.current();
  return user !== undefined && user.account.id === shownTo ? { user } : { reply: redirect(path) };
};
