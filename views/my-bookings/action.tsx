/* One form that changes a booking: what follows, who gets a mail, and its fields. Data: web/my-bookings. */
import type { VNode } from 'preact';
import { BookingFacts, type BookingView } from '../bookings/facts.js';
import type { FormPageProps } from '../layout.js';
import { CardPage } from '../parts/card-page.js';
import { Button, ButtonLink } from '../parts/forms/button.js';
import { Form } from '../parts/forms/form.js';
import { Notice } from '../parts/notice.js';
import { ActionFields, type ActionFieldsProps } from './action-fields.js';
import type { ActionText } from './action-texts.js';

export interface ActionPageProps extends FormPageProps, ActionFieldsProps {
  readonly booking: BookingView;
  readonly text: ActionText;
  /** Who gets a mail. */
  readonly recipients: string;
  readonly action: string;
  readonly backTo: string;
  /** Why the last try failed. */
  readonly refusal?: string | undefined;
}

export const ActionPage = (props: ActionPageProps): VNode => {
  const { text } = props;
  return (
    <CardPage title={text.title} user={props.user} crumbs={props.crumbs}>
      {props.refusal && <Notice kind="danger" title={props.refusal} />}
      <BookingFacts of={props.booking} />
      <Notice
        kind={text.look === 'danger' ? 'warning' : 'info'}
        title={text.consequence}
        detail={props.recipients}
      />
      <Form action={props.action} csrf={props.csrf}>
        <ActionFields {...props} />
        <div class="actions">
          <Button look={text.look}>{text.submit}</Button>
          <ButtonLink look="plain" to={props.backTo}>
            {text.keep}
          </ButtonLink>
        </div>
      </Form>
    </CardPage>
  );
};
