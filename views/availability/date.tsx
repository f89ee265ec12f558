/* The form for a date on which other hours replace those of the week. Data: web/availability. */
import type { VNode } from 'preact';
import type { FormPageProps } from '../layout.js';
import { AccountPage } from '../parts/account-page.js';
import { Card } from '../parts/card.js';
import { Submit } from '../parts/forms/actions.js';
import type { FaultsById } from '../parts/forms/error-summary.js';
import { Faults, Field } from '../parts/forms/field.js';
import { Form } from '../parts/forms/form.js';
import { DATE_TEXT as TEXT } from './messages.js';
import { RangeFields, type RangeValues } from './range-fields.js';

export interface DateValues {
  readonly date: string;
  readonly unavailable: boolean;
  readonly rows: readonly RangeValues[];
}

export interface DateProps extends FormPageProps {
  readonly action: string;
  readonly backTo: string;
  readonly values: DateValues;
  readonly faults: FaultsById;
}

export const UNAVAILABLE = { name: 'unavailable', value: 'yes' } as const;

export const DatePage = ({ values, faults, ...props }: DateProps): VNode => (
  <AccountPage title={TEXT.title} user={props.user} crumbs={props.crumbs} faults={faults}>
    <Card>
      <Form action={props.action} csrf={props.csrf}>
        <Field
          name="date"
          type="date"
          label={TEXT.date}
          hint={TEXT.dateHint}
          value={values.date}
          fault={faults['date']}
        />
        <fieldset class="day" id="hours" tabIndex={-1}>
          <legend>{TEXT.hours}</legend>
          <p class="hint">{TEXT.hoursDetail}</p>
          <Faults name="hours" label={TEXT.hours} fault={faults['hours']} />
          <RangeFields suffix="" rows={values.rows} faults={faults} />
          <label class="box">
            <input
              type="checkbox"
              name={UNAVAILABLE.name}
              value={UNAVAILABLE.value}
              checked={values.unavailable}
            />
            <span>{TEXT.unavailable}</span>
          </label>
        </fieldset>
        <Submit look="primary" text={TEXT.save} cancelTo={props.backTo} />
      </Form>
    </Card>
  </AccountPage>
);
