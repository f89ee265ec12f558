import type { VNode } from 'preact';
import { SERVICE_NAME } from '../layout.js';
import type { PageUser } from '../parts/account-menu.js';
import { Button } from '../parts/forms/button.js';
import { CardPage } from '../parts/card-page.js';
import { Field } from '../parts/forms/field.js';
import { Form } from '../parts/forms/form.js';
import { Link } from '../parts/link.js';
import { Notice } from '../parts/notice.js';
import { PasskeyScript, PasskeySignIn } from '../security/passkeys.js';

export interface SignInProps {
  readonly csrf: string;
  /** As typed; passwords are never sent back. */
  readonly email: string;
  readonly faults: { readonly email?: string; readonly password?: string };
  /** Why the attempt failed. */
  readonly refusal?: string | undefined;
  /** The next step after a refusal. */
  readonly advice?: string | undefined;
  /** The page afterwards, a path on this origin. */
  readonly returnTo: string;
  /** After the sign-up form. */
  readonly signedUp: boolean;
  /** After setting a new password with a link from a mail. */
  readonly recovered?: boolean;
  /** The account of this browser was deleted. */
  readonly deleted?: boolean;
  /** A user who is signed in already and may want to change the account. */
  readonly user?: PageUser | undefined;
  /** The current session is not enough for the page afterwards. */
  readonly fresh: boolean;
  /** An application asks which account to use. */
  readonly choose: boolean;
  /** Passkeys are accepted. */
  readonly passkeys?: boolean;
}

const TEXT = {
  title: 'Sign in',
  choose: 'Choose an account',
  chooseLead: 'Continue with the account you are signed in to, or sign in to another one.',
  lead: `to your ${SERVICE_NAME} account`,
  signedUp: 'Now sign in with your new password',
  signedUpDetail:
    'Did this address have an account before? Then nothing changed: use the password you had, not the new one.',
  recovered: 'Your password is set. Sign in with it.',
  deleted: 'Your account is deleted. A mail confirms it.',
  forgot: 'Forgot your password?',
  signedIn: 'You are signed in',
  signInAgain: 'Sign in again to continue, or use another account.',
  goOn: 'Continue with this account',
  email: 'E-mail address',
  password: 'Password',
  submit: 'Sign in',
  noAccount: 'No account yet?',
  signUp: 'Create one',
} as const;

const AlreadySignedIn = ({ user, returnTo, fresh }: SignInProps & { user: PageUser }): VNode => (
  <Notice kind="info" title={TEXT.signedIn}>
    <p>
      as <bdi>{user.email}</bdi>. {fresh ? TEXT.signInAgain : <Link to={returnTo}>{TEXT.goOn}</Link>}
    </p>
  </Notice>
);

const Messages = (props: SignInProps): VNode => (
  <>
    {props.refusal && (
      <Notice kind="danger" title={props.refusal}>
        {props.advice && <p>{props.advice}</p>}
      </Notice>
    )}
    {props.signedUp && (
      <Notice kind="good" title={TEXT.signedUp}>
        <p>{TEXT.signedUpDetail}</p>
      </Notice>
    )}
    {props.recovered && <Notice kind="good" title={TEXT.recovered} />}
    {props.deleted && <Notice kind="good" title={TEXT.deleted} />}
    {props.user && <AlreadySignedIn {...props} user={props.user} />}
  </>
);

const Fields = ({ email, faults, passkeys }: SignInProps): VNode => (
  <>
    <Field
      name="email"
      label={TEXT.email}
      type="email"
      autocomplete={passkeys ? 'username webauthn' : 'username'}
      value={email}
      fault={faults.email}
      focused={email === '' || faults.email !== undefined}
    />
    <Field
      name="password"
      label={TEXT.password}
      type="password"
      autocomplete="current-password"
      fault={faults.password}
      focused={email !== '' && faults.email === undefined}
    />
  </>
);

const Links = ({ returnTo, passkeys }: SignInProps): VNode => (
  <>
    <p class="centred">
      <Link to="/recover">{TEXT.forgot}</Link>
    </p>
    <p class="centred">
      {TEXT.noAccount} <Link to={`/sign-up?return_to=${encodeURIComponent(returnTo)}`}>{TEXT.signUp}</Link>
    </p>
    {passkeys && <PasskeyScript />}
  </>
);

export const SignInPage = (props: SignInProps): VNode => (
  <CardPage title={props.choose ? TEXT.choose : TEXT.title} user={props.user} below={<Links {...props} />}>
    <p class="hint">{props.choose ? TEXT.chooseLead : TEXT.lead}</p>
    <Messages {...props} />
    <Form action="/sign-in" csrf={props.csrf}>
      <input type="hidden" name="return_to" value={props.returnTo} />
      <Fields {...props} />
      <Button look="primary">{TEXT.submit}</Button>
    </Form>
    {props.passkeys && <PasskeySignIn csrf={props.csrf} returnTo={props.returnTo} />}
  </CardPage>
);
