import type { VNode } from 'preact';
import { Layout, SERVICE_NAME } from '../layout.js';
import type { PagePerson } from '../parts/account-menu.js';
import { Button, ButtonLink } from '../parts/button.js';
import { Card } from '../parts/card.js';
import { Form } from '../parts/form.js';

const TEXT = {
  confirmTitle: 'Sign out?',
  consequence: 'Applications you allowed keep working. You sign in again to change anything here.',
  submit: 'Sign out',
  stay: 'Stay signed in',
  doneTitle: 'You are signed out',
  done: `This browser no longer has access to your ${SERVICE_NAME} account.`,
  again: 'Sign in again',
} as const;

export const SignOutPage = ({ csrf, user }: { csrf: string; user: PagePerson }): VNode => (
  <Layout title={TEXT.confirmTitle} width="narrow" user={user}>
    <Card>
      <h1>{TEXT.confirmTitle}</h1>
      <p>{TEXT.consequence}</p>
      <Form action="/sign-out" csrf={csrf}>
        <div class="answer">
          <Button look="primary">{TEXT.submit}</Button>
          <ButtonLink look="plain" to="/">
            {TEXT.stay}
          </ButtonLink>
        </div>
      </Form>
    </Card>
  </Layout>
);

export const SignedOutPage = (): VNode => (
  <Layout title={TEXT.doneTitle} width="narrow">
    <Card>
      <h1>{TEXT.doneTitle}</h1>
      <p>{TEXT.done}</p>
      <ButtonLink look="primary" to="/sign-in">
        {TEXT.again}
      </ButtonLink>
    </Card>
  </Layout>
);
