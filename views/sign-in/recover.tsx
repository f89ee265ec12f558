/* The way back in for somebody who forgot the password. Filled by accounts/recovery-routes. */
import type { VNode } from 'preact';
import { Layout, SERVICE_NAME } from '../layout.js';
import { Button, ButtonLink } from '../parts/button.js';
import { Card } from '../parts/card.js';
import { Field } from '../parts/field.js';
import { Form } from '../parts/form.js';
import { Link } from '../parts/link.js';
import { Notice } from '../parts/notice.js';

const TEXT = {
  title: 'Forgot your password?',
  lead: `Enter the e-mail address of your ${SERVICE_NAME} account. We send you a link to set a new password.`,
  email: 'E-mail address',
  submit: 'Send the link',
  back: 'Back to sign in',
  sent: 'Look into your mailbox',
  sentLead:
    'If this address has an account, a mail with a link is on its way. The link works once, for 15 minutes. Nothing there? Look into the spam folder, or try another address.',
  again: 'Try another address',
  newTitle: 'Set a new password',
  newLead: 'You are signed out everywhere and sign in with the new password.',
  password: 'New password',
  passwordHint: (minimum: number) =>
    `At least ${minimum} characters. A few words that only you would put together are easiest to remember.`,
  set: 'Set the password',
  over: 'This link does not work any more',
  overLead: 'It was used, is too old, or was not copied whole. Have a new one sent.',
  anew: 'Send a new link',
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
  <Layout title={TEXT.title} width="narrow">
    <Card>
      <h1>{TEXT.title}</h1>
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
    </Card>
    <ToSignIn />
  </Layout>
);

export const RecoverSentPage = (): VNode => (
  <Layout title={TEXT.sent} width="narrow">
    <Card>
      <h1>{TEXT.sent}</h1>
      <p>{TEXT.sentLead}</p>
      <ButtonLink look="plain" to="/recover">
        {TEXT.again}
      </ButtonLink>
    </Card>
    <ToSignIn />
  </Layout>
);

export interface NewPasswordProps {
  readonly csrf: string;
  /** Goes back with the form, so that no other page gets to know it. */
  readonly token: string;
  readonly passwordMinimum: number;
  readonly fault?: string | undefined;
}

export const NewPasswordPage = ({ csrf, token, passwordMinimum, fault }: NewPasswordProps): VNode => (
  <Layout title={TEXT.newTitle} width="narrow">
    <Card>
      <h1>{TEXT.newTitle}</h1>
      <p>{TEXT.newLead}</p>
      <Form action="/recover/password" csrf={csrf}>
        <input type="hidden" name="token" value={token} />
        <Field
          name="password"
          label={TEXT.password}
          type="password"
          autocomplete="new-password"
          minLength={passwordMinimum}
          hint={TEXT.passwordHint(passwordMinimum)}
          fault={fault}
          focused
        />
        <Button look="primary">{TEXT.set}</Button>
      </Form>
    </Card>
  </Layout>
);

export const RecoveryOverPage = (): VNode => (
  <Layout title={TEXT.over} width="narrow">
    <Card>
      <h1>{TEXT.over}</h1>
      <p>{TEXT.overLead}</p>
      <ButtonLink look="primary" to="/recover">
        {TEXT.anew}
      </ButtonLink>
    </Card>
    <ToSignIn />
  </Layout>
);
