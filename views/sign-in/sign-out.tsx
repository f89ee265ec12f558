import type { VNode } from 'preact';
import { SERVICE_NAME } from '../layout.js';
import type { PageUser } from '../parts/account-menu.js';
import { Button, ButtonLink } from '../parts/forms/button.js';
import { CardPage } from '../parts/card-page.js';
import { Form } from '../parts/forms/form.js';

const TEXT = {
  confirmTitle: 'Sign out?',
  consequence: 'Applications you allowed keep working. You sign in again to change anything here.',
  submit: 'Sign out',
  stay: 'Stay signed in',
  doneTitle: 'You are signed out',
  done: `This browser no longer has access to your ${SERVICE_NAME} account.`,
  again: 'Sign in again',
} as const;

export const SignOutPage = ({ csrf, user }: { csrf: string; user: PageUser }): VNode => (
  <CardPage title={TEXT.confirmTitle} user={user}>
    <p>{TEXT.consequence}</p>
    <Form action="/sign-out" csrf={csrf}>
      <div class="answer">
        <Button look="primary">{TEXT.submit}</Button>
        <ButtonLink look="plain" to="/">
          {TEXT.stay}
        </ButtonLink>
      </div>
    </Form>
  </CardPage>
);

export const SignedOutPage = (): VNode => (
  <CardPage title={TEXT.doneTitle}>
    <p>{TEXT.done}</p>
    <ButtonLink look="primary" to="/sign-in">
      {TEXT.again}
    </ButtonLink>
  </CardPage>
);
