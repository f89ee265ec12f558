/* Which calendars make the user unavailable, where bookings are written, and what applies during an outage. */
import type { VNode } from 'preact';
import { RadioField } from '../developer/radio-field.js';
import { Button } from '../parts/forms/button.js';
import { Card } from '../parts/card.js';
import { Form } from '../parts/forms/form.js';
import type { CalendarsPageProps, PageConnection } from './calendars.js';
import { CALENDAR_FIELDS as FIELDS, CALENDARS_TEXT as TEXT } from './messages.js';

const optionsOf = ({ title, identity, calendars }: PageConnection) =>
  calendars.map((calendar) => ({
    ...calendar,
    value: String(calendar.id),
    label: calendar.name,
    hint: identity === '' ? title : `${title}, ${identity}`,
  }));

const Selected = ({ connections }: Pick<CalendarsPageProps, 'connections'>): VNode => (
  <fieldset class="field">
    <legend>{TEXT.counts}</legend>
    {connections.flatMap(optionsOf).map(({ value, label, hint, selected }) => (
      <label class="box" key={value}>
        <input type="checkbox" name={FIELDS.selected} value={value} checked={selected} />
        <span>
          <bdi class="strong">{label}</bdi>
          <span class="hint block">{hint}</span>
        </span>
      </label>
    ))}
  </fieldset>
);

export const ChoiceForm = ({
  connections,
  destinationId,
  outage,
  choices,
  csrf,
}: CalendarsPageProps): VNode => (
  <Card>
    <h2>{TEXT.choices}</h2>
    <Form action={choices} csrf={csrf}>
      <Selected connections={connections} />
      <RadioField
        name={FIELDS.destination}
        legend={TEXT.destination}
        chosen={destinationId === null ? '' : String(destinationId)}
        options={[
          { value: '', label: TEXT.nowhere, hint: TEXT.nowhereHint },
          ...connections.flatMap(optionsOf).filter(({ readOnly }) => !readOnly),
        ]}
      />
      <p class="hint">{TEXT.destinationHint}</p>
      <RadioField
        name={FIELDS.outage}
        legend={TEXT.outage}
        chosen={outage}
        options={[
          { value: 'block', label: TEXT.block, hint: TEXT.blockHint },
          { value: 'last_known', label: TEXT.lastKnown, hint: TEXT.lastKnownHint },
        ]}
      />
      <Button look="primary">{TEXT.save}</Button>
    </Form>
  </Card>
);
