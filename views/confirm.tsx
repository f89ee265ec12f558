/* Asks who is there before something that a session alone is not enough for. Filled by accounts/fresh-door. */
import type { VNode } from 'preact';
import { Layout } from './layout.js';
import type { PagePerson } from './parts/account-menu.js';
import { Button } from './parts/button.js';
import { Card } from './parts/card.js';
import { Field } from './parts/field.js';
import { Form } from './parts/form.js';
import { Link } from './parts/link.js';
import { Notice } from './parts/notice.js';
import { PasskeyButton, PasskeyOffer, PasskeyScript, type PasskeyWords } from './passkeys.js';

/** Names of the fields that prove it; no other form has fields of these names. */
export const PASSWORD_PROOF = 'confirm_password';
export const PASSKEY_PROOF = 'confirm_passkey';

export const CONFIRM_TEXT = {
  title: 'Confirm it is you',
  lead: 'It is a while since you signed in. What you sent is kept, and is done as soon as you confirm.',
  password: 'Your password',
  submit: 'Confirm',
  passkey: 'Use a passkey',
  cancelled: 'No passkey was used. Try again, or enter your password.',
  failed: 'The passkey could not be asked for. Enter your password instead.',
  leave: 'Leave it, back to your account',
  noPassword: 'Enter your password.',
  wrongPassword: 'This is not your password.',
  wrongPasskey: 'This passkey does not prove that it is you. Use another one, or your password.',
  late: 'That took too long. Try again.',
} as const;
const TEXT = CONFIRM_TEXT;

const PASSKEY_WORDS: PasskeyWords = {
  label: TEXT.passkey,
  cancelled: TEXT.cancelled,
  failed: TEXT.failed,
};

export interface ConfirmProps {
  readonly person: PagePerson;
  readonly csrf: string;
  /** Where the form that is held up was sent to. */
  readonly action: string;
  /** Its fields. */
  readonly kept: readonly (readonly [name: string, value: string])[];
  /** The person has some. */
  readonly passkeys: boolean;
  readonly fault?: string;
  readonly refusal?: string;
}

export const ConfirmPage = ({
  person,
  csrf,
  action,
  kept,
  passkeys,
  fault,
  refusal,
}: ConfirmProps): VNode => (
  <Layout title={TEXT.title} width="narrow" person={person}>
    <Card>
      <h1>{TEXT.title}</h1>
      <p>{TEXT.lead}</p>
      {refusal && <Notice kind="danger" title={refusal} />}
      <Form action={action} csrf={csrf}>
        {kept.map(([name, value], index) => (
          <input type="hidden" name={name} value={value} key={index} />
        ))}
        {/* Tells a password manager whose password it is. */}
        <input type="text" autocomplete="username" value={person.email} readonly hidden />
        <Field
          name={PASSWORD_PROOF}
          label={TEXT.password}
          type="password"
          autocomplete="current-password"
          fault={fault}
          focused
        />
        <Button look="primary">{TEXT.submit}</Button>
        {passkeys && (
          <PasskeyOffer question="/passkeys/confirmation">
            <PasskeyButton field={PASSKEY_PROOF} look="plain" words={PASSKEY_WORDS} />
          </PasskeyOffer>
        )}
      </Form>
    </Card>
    <p class="centred">
      <Link to="/">{TEXT.leave}</Link>
    </p>
    {passkeys && <PasskeyScript />}
  </Layout>
);
