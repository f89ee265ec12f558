/*
 * The guard of every form of a signed-in user. A form belongs to the account it was rendered for. When the session has
 * ended, or another user is signed in, the proof page holds the form and asks for a proof. No form is processed for
 * another account, and none is lost because a session ended or began.
 */
import { PASSKEY_PROOF } from '../../../views/session/confirm.js';
import type { Form } from '../../http/forms.js';
import type { BrowserRequest } from '../page.js';
import { type PageReply, redirect } from '../reply.js';
import { createProofs, type ProofDeps } from './proof-page.js';
import type { SignedInUser } from './user.js';

/** The user, or the reply to the browser instead. */
export type Guarded = { readonly user: SignedInUser } | { readonly reply: PageReply };

export interface PostedForm {
  readonly form: Form;
  /** The account that the form was rendered for; undefined for an anonymous visitor. */
  readonly accountId: number | undefined;
}

export type RequireUser = (request: BrowserRequest, posted: PostedForm) => Promise<Guarded>;

const toSignIn: Guarded = { reply: redirect('/sign-in') };

export function createRequireUser(deps: ProofDeps): RequireUser {
  const proofs = createProofs(deps);
  return async (request, { form, accountId }) => {
    const { session } = request;
    const present = await session.current();
    if (present !== undefined && present.account.id === accountId) return { user: present };
    const account = accountId === undefined ? undefined : await deps.accounts.findById(accountId);
    if (account === undefined || account.disabledAt !== undefined) return toSignIn;
    const outcome = await proofs.verify(request, form, { account, present });
    if (outcome?.kind !== 'proven') {
      return { reply: await proofs.ask(request, form, { account, present }, outcome) };
    }
    await session.signIn(account, form.text(PASSKEY_PROOF) === '' ? 'password' : 'passkey');
    const user = await session.current();
    return user === undefined ? toSignIn : { user };
  };
}

/** For a question that the user must see before answering: any other user is asked again. */
export const askAgain: RequireUser = async ({ session, path }, { accountId }) => {
  const user = await session.current();
  return user !== undefined && user.account.id === accountId ? { user } : { reply: redirect(path) };
};
