import type { VNode } from 'preact';
import { Layout, SERVICE_NAME } from '../layout.js';
import { Button } from '../parts/button.js';
import { Card } from '../parts/card.js';
import { Field } from '../parts/field.js';
import { Form } from '../parts/form.js';
import { Link } from '../parts/link.js';
import { Notice } from '../parts/notice.js';

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
  nameHint: 'As people who book with you should see it.',
  email: 'E-mail address',
  password: 'Password',
  passwordHint: (minimum: number) =>
    `At least ${minimum} characters. A few words that only you would put together are easiest to remember.`,
  submit: 'Create account',
  haveOne: 'Have an account?',
  signIn: 'Sign in',
} as const;

type FieldName = keyof SignUpProps['faults'];

const firstFaulty = (faults: SignUpProps['faults']): FieldName =>
  (['name', 'email', 'password'] as const).find((field) => faults[field] !== undefined) ?? 'name';

function Fields({ name, email, faults, passwordMinimum }: SignUpProps): VNode {
  const focus = firstFaulty(faults);
  const common = (
    field: FieldName,
  ): { name: string; label: string; fault: string | undefined; focused: boolean } => ({
    name: field,
    label: TEXT[field],
    fault: faults[field],
    focused: focus === field,
  });
  return (
    <>
      <Field {...common('name')} type="text" autocomplete="name" value={name} hint={TEXT.nameHint} />
      <Field {...common('email')} type="email" autocomplete="username" value={email} />
      <Field
        {...common('password')}
        type="password"
        autocomplete="new-password"
        minLength={passwordMinimum}
        hint={TEXT.passwordHint(passwordMinimum)}
      />
    </>
  );
}

export const SignUpPage = (props: SignUpProps): VNode => (
  <Layout title={TEXT.title} width="narrow">
    <Card>
      <h1>{TEXT.title}</h1>
      <p class="hint">{TEXT.lead}</p>
      {props.refusal && <Notice kind="danger" title={props.refusal} />}
      <Form action="/sign-up" csrf={props.csrf}>
        <input type="hidden" name="return_to" value={props.returnTo} />
        <Fields {...props} />
        <Button look="primary">{TEXT.submit}</Button>
      </Form>
    </Card>
    <p class="centred">
      {TEXT.haveOne}{' '}
      <Link to={`/sign-in?return_to=${encodeURIComponent(props.returnTo)}`}>{TEXT.signIn}</Link>
    </p>
  </Layout>
);
