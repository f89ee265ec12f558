/* A page that asks for a confirmation before it changes a client. */
import type { ComponentChildren, VNode } from 'preact';
import { type FormPageProps, Layout } from '../layout.js';
import { Submit } from '../parts/forms/actions.js';
import { Card } from '../parts/card.js';
import { Form } from '../parts/forms/form.js';
import { Notice } from '../parts/notice.js';

/** The members that every confirmation of a client gets. */
export interface ConfirmationProps extends FormPageProps {
  readonly action: string;
  readonly backTo: string;
  /** Of the client. */
  readonly name: string;
  readonly fault?: string | undefined;
}

interface ConfirmationText {
  readonly title: string;
  readonly consequence: string;
  readonly detail: string;
  readonly submit: string;
}

export const Confirmation = ({
  page,
  text,
  children,
}: {
  page: ConfirmationProps;
  text: ConfirmationText;
  children: ComponentChildren;
}): VNode => (
  <Layout title={text.title} width="narrow" user={page.user} crumbs={page.crumbs}>
    <Card>
      <h1>{text.title}</h1>
      <Notice kind="warning" title={text.consequence} detail={text.detail} />
      <Form action={page.action} csrf={page.csrf}>
        {children}
        <Submit look="danger" text={text.submit} cancelTo={page.backTo} />
      </Form>
    </Card>
  </Layout>
);
