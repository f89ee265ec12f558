/* The question before an attendee cancels a booking or gives up a seat. */
import type { VNode } from 'preact';
import { ButtonLink, Button } from '../parts/forms/button.js';
import { CardPage } from '../parts/card-page.js';
import { TextArea } from '../parts/forms/field.js';
import { Form } from '../parts/forms/form.js';
import { Notice } from '../parts/notice.js';
import { BookingFacts, type BookingView } from './facts.js';

export interface CancelProps {
  readonly booking: BookingView;
  readonly isSeat: boolean;
  readonly isRecurring: boolean;
  readonly csrf: string;
  readonly action: string;
  readonly backTo: string;
  readonly reason: string;
  readonly fault?: string | undefined;
}

const TEXT = {
  booking: {
    title: 'Cancel this booking?',
    consequence: 'The time becomes free for others',
    detail: 'The host and everybody who was invited get a mail. This cannot be undone.',
    submit: 'Cancel the booking',
    keep: 'Keep the booking',
  },
  seat: {
    title: 'Give up your seat?',
    consequence: 'Your seat becomes free for others',
    detail: 'The host gets a mail, and the booking goes on without you. This cannot be undone.',
    submit: 'Give up your seat',
    keep: 'Keep the seat',
  },
  recurring: 'The other dates of this recurrence stay as they are.',
  reason: 'Reason',
  reasonHint: 'Optional. The host and everybody who was invited can read it.',
} as const;

export const CANCEL_FIELDS = { reason: 'reason' } as const;

export const CancelPage = (props: CancelProps): VNode => {
  const text = props.isSeat ? TEXT.seat : TEXT.booking;
  return (
    <CardPage title={text.title}>
      <BookingFacts of={props.booking} />
      <Notice kind="warning" title={text.consequence} detail={text.detail}>
        {props.isRecurring && <p>{TEXT.recurring}</p>}
      </Notice>
      <Form action={props.action} csrf={props.csrf}>
        <TextArea
          name={CANCEL_FIELDS.reason}
          label={TEXT.reason}
          hint={TEXT.reasonHint}
          value={props.reason}
          fault={props.fault}
          rows={3}
          optional
        />
        <div class="actions">
          <Button look="danger">{text.submit}</Button>
          <ButtonLink look="plain" to={props.backTo}>
            {text.keep}
          </ButtonLink>
        </div>
      </Form>
    </CardPage>
  );
};
