/* Asks before something is done that cannot be undone: the consequence, the button that does it, and Cancel. */
import type { VNode } from 'preact';
import { Layout } from '../layout.js';
import type { PageUser } from './account-menu.js';
import { Card } from './card.js';
import { Submit } from './forms/actions.js';
import { Form } from './forms/form.js';
import { Notice } from './notice.js';

/** Value of the button that confirms; no other form has a field of this name. */
export const CERTAIN = { name: 'certain', value: 'yes' } as const;

export interface Confirmation {
  /** The question. */
  readonly title: string;
  /** One sentence. */
  readonly consequence: string;
  /** What else follows, a sentence each. */
  readonly details?: readonly string[];
  /** Text of the button. */
  readonly submit: string;
}

export interface ConfirmationPageProps extends Confirmation {
  readonly user: PageUser;
  readonly csrf: string;
  /** Address of the form that is held. */
  readonly action: string;
  /** Its fields. */
  readonly held: readonly (readonly [name: string, value: string])[];
  readonly backTo: string;
}

export const ConfirmationPage = (props: ConfirmationPageProps): VNode => (
  <Layout title={props.title} width="narrow" user={props.user} crumbs={[]}>
    <Card>
      <h1>
        <bdi>{props.title}</bdi>
      </h1>
      <Notice kind="warning" title={props.consequence}>
        {props.details?.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Notice>
      <Form action={props.action} csrf={props.csrf}>
        {props.held.map(([name, value], index) => (
          <input type="hidden" name={name} value={value} key={index} />
        ))}
        <Submit look="danger" {...CERTAIN} text={props.submit} cancelTo={props.backTo} />
      </Form>
    </Card>
  </Layout>
);
