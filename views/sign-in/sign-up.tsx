import type { VNode } from 'preact';
import { SERVICE_NAME } from '../layout.js';
import { Button } from '../parts/forms/button.js';
import { CardPage } from '../parts/card-page.js';
import { Field } from '../parts/forms/field.js';
import { Form } from '../parts/forms/form.js';
import { Link } from '../parts/link.js';
import { NewPasswordField } from '../parts/forms/new-password-field.js';
import { Notice } from '../parts/notice.js';
import { BrowserZoneScript } from '../parts/text/time.js';

export const TIME_ZONE_FIELD = 'time_zone';

export interface SignUpProps {
  readonly csrf: string;
  readonly name: string;
  readonly email: string;
  readonly faults: { readonly name?: string; readonly email?: string; readonly password?: string };
  readonly refusal?: string | undefined;
  readonly returnTo: string;
  /** Fewest characters of a password. */
  readonly passwordMinimum: number;
}

const TEXT = {
  title: 'Create your account',
  lead: `One ${SERVICE_NAME} account for your schedule and everything connected to it.`,
  name: 'Name',
  nameHint: 'People who book with you see it.',
  email: 'E-mail address',
  password: 'Password',
  submit: 'Create account',
  haveOne: 'Have an account?',
  signIn: 'Sign in',
} as const;

function Fields({ name, email, faults, passwordMinimum }: SignUpProps): VNode {
  const fields = ['name', 'email', 'password'] as const;
  const firstFaulty = fields.find((field) => faults[field] !== undefined) ?? 'name';
  const common = (field: (typeof fields)[number]) => ({
    name: field,
    label: TEXT[field],
    fault: faults[field],
    focused: firstFaulty === field,
  });
  return (
    <>
      <Field {...common('name')} autocomplete="name" value={name} hint={TEXT.nameHint} />
      <Field {...common('email')} type="email" autocomplete="username" value={email} />
      <NewPasswordField {...common('password')} minimum={passwordMinimum} />
    </>
  );
}

const ToSignIn = ({ returnTo }: SignUpProps): VNode => (
  <p class="centred">
    {TEXT.haveOne} <Link to={`/sign-in?return_to=${encodeURIComponent(returnTo)}`}>{TEXT.signIn}</Link>
  </p>
);

export const SignUpPage = (props: SignUpProps): VNode => (
  <CardPage title={TEXT.title} below={<ToSignIn {...props} />}>
    <p class="hint">{TEXT.lead}</p>
    {props.refusal && <Notice kind="danger" title={props.refusal} />}
    <Form action="/sign-up" csrf={props.csrf}>
      <input type="hidden" name="return_to" value={props.returnTo} />
      <input type="hidden" name={TIME_ZONE_FIELD} data-browser-zone />
      <Fields {...props} />
      <Button look="primary">{TEXT.submit}</Button>
    </Form>
    <BrowserZoneScript />
  </CardPage>
);
