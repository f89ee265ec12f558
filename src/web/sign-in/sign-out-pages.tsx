/* `/sign-out`: signing out is a form, so that no image or link on another page signs a user out. */
import { SignedOutPage, SignOutPage } from '../../../views/sign-in/sign-out.js';
import { definePage, type Page } from '../page.js';
import { page, redirect } from '../reply.js';

const SIGN_OUT_PATH = '/sign-out';

export const createSignOutPages = (): readonly Page[] => [
  definePage({
    method: 'GET',
    path: SIGN_OUT_PATH,
    who: 'anyone',
    handle: ({ user, csrf }) =>
      page(user === undefined ? <SignedOutPage /> : <SignOutPage csrf={csrf()} user={user.account} />),
  }),
  definePage({
    method: 'POST',
    path: SIGN_OUT_PATH,
    who: 'anyone',
    async handle({ session }) {
      await session.end();
      return redirect(SIGN_OUT_PATH);
    },
  }),
];
