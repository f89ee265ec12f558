/* The fields of the forms that change a booking. */
import type { VNode } from 'preact';
import { Field, SelectField, TextArea } from '../parts/forms/field.js';

export const ACTION_FIELDS = {
  reason: 'reason',
  series: 'series',
  seat: 'seat',
  type: 'type',
  location: 'location',
  guests: 'guests',
  host: 'host',
  attendees: 'attendees',
} as const;

/** The value of a box. */
export const TICKED = 'yes';

export interface AbsencesView {
  readonly host: boolean;
  readonly attendees: readonly { readonly id: string; readonly name: string; readonly absent: boolean }[];
}

export interface ActionFieldsProps {
  /** What the form has besides its button; `series`: the dates of a recurrence that it can include. */
  readonly fields: {
    readonly reason?: true;
    readonly series?: 'all' | 'following' | undefined;
    readonly location?: true;
    readonly guests?: true;
    readonly absences?: AbsencesView;
  };
  /** As typed, by field. */
  readonly typed: Readonly<Partial<Record<keyof typeof ACTION_FIELDS, string>>>;
  readonly faults: readonly string[];
}

const TEXT = {
  reason: 'Reason',
  reasonHint: 'Optional. Everybody in the booking can read it.',
  series: {
    all: 'All dates of this recurrence that wait',
    following: 'All later dates of this recurrence, too',
  },
  type: 'Kind of location',
  types: [
    { value: 'address', label: 'An address' },
    { value: 'link', label: 'Online, with a link' },
    { value: 'phone', label: 'By phone' },
  ],
  location: 'Location',
  locationHint: 'The address, the link (https://…), or the number with its country code (+351…).',
  guests: 'Guests',
  guestsHint: 'E-mail addresses, one a line.',
  absent: 'Tick who did not come',
  host: 'The host',
} as const;

const Box = ({
  name,
  value,
  label,
  checked,
}: {
  name: string;
  value: string;
  label: string;
  checked: boolean;
}): VNode => (
  <label class="box">
    <input type="checkbox" name={name} value={value} checked={checked} />
    <span>
      <bdi>{label}</bdi>
    </span>
  </label>
);

const Reason = ({ typed, faults }: ActionFieldsProps): VNode => (
  <TextArea
    name={ACTION_FIELDS.reason}
    label={TEXT.reason}
    hint={TEXT.reasonHint}
    value={typed.reason ?? ''}
    fault={faults}
    rows={3}
    optional
  />
);

const Location = ({ typed, faults }: ActionFieldsProps): VNode => (
  <>
    <SelectField
      name={ACTION_FIELDS.type}
      label={TEXT.type}
      choices={TEXT.types}
      chosen={typed.type ?? 'address'}
    />
    <Field
      name={ACTION_FIELDS.location}
      label={TEXT.location}
      hint={TEXT.locationHint}
      value={typed.location}
      fault={faults}
    />
  </>
);

const Guests = ({ typed, faults }: ActionFieldsProps): VNode => (
  <TextArea
    name={ACTION_FIELDS.guests}
    label={TEXT.guests}
    hint={TEXT.guestsHint}
    value={typed.guests ?? ''}
    fault={faults}
    rows={4}
  />
);

const Absences = ({ host, attendees }: AbsencesView): VNode => (
  <fieldset class="field">
    <legend>{TEXT.absent}</legend>
    <Box name={ACTION_FIELDS.host} value={TICKED} label={TEXT.host} checked={host} />
    {attendees.map(({ id, name, absent }) => (
      <Box key={id} name={ACTION_FIELDS.attendees} value={id} label={name} checked={absent} />
    ))}
  </fieldset>
);

export const ActionFields = (props: ActionFieldsProps): VNode => {
  const { fields, typed } = props;
  return (
    <>
      {typed.seat && <input type="hidden" name={ACTION_FIELDS.seat} value={typed.seat} />}
      {fields.location && <Location {...props} />}
      {fields.guests && <Guests {...props} />}
      {fields.absences && <Absences {...fields.absences} />}
      {fields.series && (
        <Box
          name={ACTION_FIELDS.series}
          value={TICKED}
          label={TEXT.series[fields.series]}
          checked={typed.series === TICKED}
        />
      )}
      {fields.reason && <Reason {...props} />}
    </>
  );
};
