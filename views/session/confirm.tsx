/* Asks for a proof before a form is processed that needs a recent sign-in, or whose user is signed out. Data: web/session/proof-page. */
import type { VNode } from 'preact';
import type { PageUser } from '../parts/account-menu.js';
import { Button } from '../parts/forms/button.js';
import { CardPage } from '../parts/card-page.js';
import { Field } from '../parts/forms/field.js';
import { Form } from '../parts/forms/form.js';
import { isolated } from '../parts/text/isolated.js';
import { Link } from '../parts/link.js';
import { Notice } from '../parts/notice.js';
import { PasskeyButton, PasskeyOffer, PasskeyScript, type PasskeyLabels } from '../security/passkeys.js';

/** Field names of the proof; no other form has fields of these names. */
export const PASSWORD_PROOF = 'confirm_password';
export const PASSKEY_PROOF = 'confirm_passkey';

export const CONFIRM_TEXT = {
  reasons: {
    stale: {
      title: 'Confirm it is you',
      lead: () => 'You signed in a while ago. Your form is saved and will be submitted when you confirm.',
      submit: 'Confirm',
      leave: 'Discard it, back to your account',
    },
    signed_out: {
      title: 'Sign in to continue',
      lead: (email: string) =>
        `You are signed out in this browser. Your form as ${isolated(email)} is saved and will be submitted when you sign in again.`,
      submit: 'Sign in and continue',
      leave: 'Discard it',
    },
    other_account: {
      title: 'Sign in to continue',
      lead: (email: string) =>
        `Another account is signed in now. Your form as ${isolated(email)} is saved and will be submitted when you sign in with that account.`,
      submit: 'Sign in and continue',
      leave: 'Discard it, back to your account',
    },
  },
  fileLost: 'The file that you chose is not saved. Choose it again afterwards.',
  password: 'Your password',
  passwordOf: (email: string) => `Password of ${isolated(email)}`,
  passkey: 'Use a passkey',
  cancelled: 'No passkey was used. Try again, or enter your password.',
  failed: 'The passkey could not be used. Enter your password instead.',
  noPassword: 'Enter your password.',
  wrongPassword: 'This is not your password.',
  wrongPasskey: 'This passkey does not prove that it is you. Use another one, or your password.',
  late: 'That took too long. Try again.',
} as const;
const TEXT = CONFIRM_TEXT;

const PASSKEY_LABELS: PasskeyLabels = {
  label: TEXT.passkey,
  cancelled: TEXT.cancelled,
  failed: TEXT.failed,
};

export interface ConfirmProps {
  readonly reason: keyof typeof TEXT.reasons;
  /** Of the account whose proof is needed. */
  readonly email: string;
  /** The user who is signed in. */
  readonly user: PageUser | undefined;
  readonly csrf: string;
  /** Address of the form that is held. */
  readonly action: string;
  /** Its fields. */
  readonly held: readonly (readonly [name: string, value: string])[];
  /** The form had a file. */
  readonly fileLost: boolean;
  /** The user has passkeys. */
  readonly passkeys: boolean;
  readonly fault?: string;
  readonly refusal?: string;
}

const Proof = ({ reason, email, passkeys, fault }: ConfirmProps): VNode => (
  <>
    {/* Tells password managers the account. */}
    <input type="text" autocomplete="username" value={email} readonly hidden />
    <Field
      name={PASSWORD_PROOF}
      label={reason === 'stale' ? TEXT.password : TEXT.passwordOf(email)}
      type="password"
      autocomplete="current-password"
      fault={fault}
      focused
    />
    <Button look="primary">{TEXT.reasons[reason].submit}</Button>
    {passkeys && (
      <PasskeyOffer options={reason === 'stale' ? '/passkeys/confirmation' : '/passkeys/sign-in'}>
        <PasskeyButton field={PASSKEY_PROOF} look="plain" labels={PASSKEY_LABELS} />
      </PasskeyOffer>
    )}
  </>
);

const Leave = ({ reason, passkeys }: ConfirmProps): VNode => (
  <>
    <p class="centred">
      <Link to="/">{TEXT.reasons[reason].leave}</Link>
    </p>
    {passkeys && <PasskeyScript />}
  </>
);

export const ConfirmPage = (props: ConfirmProps): VNode => {
  const { title, lead } = TEXT.reasons[props.reason];
  return (
    <CardPage title={title} user={props.user} below={<Leave {...props} />}>
      <p>{lead(props.email)}</p>
      {props.fileLost && <Notice kind="warning" title={TEXT.fileLost} />}
      {props.refusal && <Notice kind="danger" title={props.refusal} />}
      <Form action={props.action} csrf={props.csrf}>
        {props.held.map(([name, value], index) => (
          <input type="hidden" name={name} value={value} key={index} />
        ))}
        <Proof {...props} />
      </Form>
    </CardPage>
  );
};
