/* Forms to connect a calendar: feeds, Apple, and providers with a sign-in of their own. */
import type { VNode } from 'preact';
import { Button, ButtonLink } from '../parts/forms/button.js';
import { Card } from '../parts/card.js';
import { Field, TextArea } from '../parts/forms/field.js';
import { Form } from '../parts/forms/form.js';
import { CALENDAR_FIELDS as FIELDS, CALENDARS_TEXT as TEXT } from './messages.js';

export interface ConnectFormsProps {
  readonly csrf: string;
  readonly feeds: string;
  readonly apple: string;
  /** Sign-in addresses of the providers that are set up. */
  readonly signIns: readonly { readonly title: string; readonly to: string }[];
  /** Rejected input, filled in again. */
  readonly typed?: { readonly urls?: string; readonly username?: string } | undefined;
  readonly faults?: Readonly<Record<string, readonly string[]>> | undefined;
}

const SignIns = ({ signIns }: ConnectFormsProps): VNode | null =>
  signIns.length === 0 ? null : (
    <Card>
      {signIns.map(({ title, to }) => (
        <p key={to}>
          <ButtonLink look="primary" to={to}>
            {TEXT.signIn(title)}
          </ButtonLink>
        </p>
      ))}
      <p class="hint">{TEXT.signInHint}</p>
    </Card>
  );

const Apple = ({ apple, csrf, typed = {}, faults = {} }: ConnectFormsProps): VNode => (
  <Card>
    <h2>{TEXT.apple}</h2>
    <p class="hint">{TEXT.appleHint}</p>
    <Form action={apple} csrf={csrf}>
      <Field
        type="text"
        name={FIELDS.username}
        label={TEXT.username}
        autocomplete="off"
        value={typed.username}
        fault={faults[FIELDS.username]}
      />
      <Field
        type="password"
        name={FIELDS.password}
        label={TEXT.password}
        autocomplete="off"
        fault={faults[FIELDS.password]}
      />
      <Button look="primary">{TEXT.appleSave}</Button>
    </Form>
  </Card>
);

const Feeds = ({ feeds, csrf, typed = {}, faults = {} }: ConnectFormsProps): VNode => (
  <Card>
    <h2>{TEXT.feeds}</h2>
    <Form action={feeds} csrf={csrf}>
      <TextArea
        name={FIELDS.urls}
        label={TEXT.feedsLabel}
        hint={TEXT.feedsHint}
        fault={faults[FIELDS.urls]}
        value={typed.urls ?? ''}
        rows={4}
        mono
      />
      <Button look="primary">{TEXT.feedsSave}</Button>
    </Form>
  </Card>
);

export const ConnectForms = (props: ConnectFormsProps): VNode => (
  <>
    <SignIns {...props} />
    <Apple {...props} />
    <Feeds {...props} />
  </>
);
