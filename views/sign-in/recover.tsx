/* Account recovery for users who forgot their password. Data: web/sign-in/recovery-pages. */
import type { VNode } from 'preact';
import { SERVICE_NAME } from '../layout.js';
import { Button, ButtonLink } from '../parts/forms/button.js';
import { CardPage } from '../parts/card-page.js';
import { Field } from '../parts/forms/field.js';
import { Form } from '../parts/forms/form.js';
import { Link } from '../parts/link.js';
import { NewPasswordField } from '../parts/forms/new-password-field.js';
import { Notice } from '../parts/notice.js';

const TEXT = {
  title: 'Forgot your password?',
  lead: `Enter the e-mail address of your ${SERVICE_NAME} account. We send you a link to set a new password.`,
  email: 'E-mail address',
  submit: 'Send the link',
  back: 'Back to sign in',
  sent: 'Check your mail',
  sentLead:
    'If this address has an account, a mail with a link is on its way. The link works once, for 15 minutes. Nothing there? Look into the spam folder, or try another address.',
  again: 'Try another address',
  newTitle: 'Set a new password',
  newLead: 'You are signed out everywhere and sign in with the new password.',
  password: 'New password',
  set: 'Set the password',
  over: 'This link does not work any more',
  overLead: 'It was used, is too old, or was not copied whole. Have a new one sent.',
  newLink: 'Send a new link',
} as const;

const ToSignIn = (): VNode => (
  <p class="centred">
    <Link to="/sign-in">{TEXT.back}</Link>
  </p>
);

export interface RecoverProps {
  readonly csrf: string;
  /** As typed. */
  readonly email: string;
  readonly fault?: string | undefined;
  readonly refusal?: string | undefined;
}

export const RecoverPage = ({ csrf, email, fault, refusal }: RecoverProps): VNode => (
  <CardPage title={TEXT.title} below={<ToSignIn />}>
    <p>{TEXT.lead}</p>
    {refusal && <Notice kind="danger" title={refusal} />}
    <Form action="/recover" csrf={csrf}>
      <Field
        name="email"
        label={TEXT.email}
        type="email"
        autocomplete="username"
        value={email}
        fault={fault}
        focused
      />
      <Button look="primary">{TEXT.submit}</Button>
    </Form>
  </CardPage>
);

export const RecoverSentPage = (): VNode => (
  <CardPage title={TEXT.sent} below={<ToSignIn />}>
    <p>{TEXT.sentLead}</p>
    <ButtonLink look="plain" to="/recover">
      {TEXT.again}
    </ButtonLink>
  </CardPage>
);

export interface NewPasswordProps {
  readonly csrf: string;
  /** Sent back with the form, so that no other page learns it. */
  readonly token: string;
  readonly passwordMinimum: number;
  readonly fault?: string | undefined;
}

export const NewPasswordPage = ({ csrf, token, passwordMinimum, fault }: NewPasswordProps): VNode => (
  <CardPage title={TEXT.newTitle}>
    <p>{TEXT.newLead}</p>
    <Form action="/recover/password" csrf={csrf}>
      <input type="hidden" name="token" value={token} />
      <NewPasswordField label={TEXT.password} minimum={passwordMinimum} fault={fault} focused />
      <Button look="primary">{TEXT.set}</Button>
    </Form>
  </CardPage>
);

export const RecoveryOverPage = (): VNode => (
  <CardPage title={TEXT.over} below={<ToSignIn />}>
    <p>{TEXT.overLead}</p>
    <ButtonLink look="primary" to="/recover">
      {TEXT.newLink}
    </ButtonLink>
  </CardPage>
);
