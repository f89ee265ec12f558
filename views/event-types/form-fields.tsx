/* The sections of the form that creates or edits an event type. */
import type { ComponentChildren, VNode } from 'preact';
import { Button } from '../parts/forms/button.js';
import { BoxField, TICKED } from '../parts/forms/box-field.js';
import { type Choice, Faults, Field, type FieldProps, SelectField, TextArea } from '../parts/forms/field.js';
import { CONFIRMATIONS, FIELD_TEXT, FORM_TEXT as TEXT, FREQUENCIES, UNITS, WINDOWS } from './form-texts.js';
import {
  type EventTypeField,
  type EventTypeFormProps,
  LOCATION,
  type LocationValues,
  MORE_LOCATIONS,
} from './form-values.js';

interface Named {
  readonly of: EventTypeFormProps;
  readonly name: EventTypeField;
}

const labels = ({ of, name }: Named) => ({ name, ...FIELD_TEXT[name], fault: of.faults[name] });

const Line = ({ of, name, ...field }: Named & Partial<FieldProps>): VNode => (
  <Field {...labels({ of, name })} value={of.values.fields[name]} optional {...field} />
);
const Whole = (named: Named): VNode => <Line {...named} type="number" />;
const Box = ({ of, name }: Named): VNode => (
  <BoxField {...labels({ of, name })} checked={of.values.fields[name] === TICKED} />
);
const Select = ({ of, name, choices }: Named & { choices: readonly Choice[] }): VNode => (
  <SelectField {...labels({ of, name })} choices={choices} chosen={of.values.fields[name]} />
);

/** Fields side by side that belong together. */
const Row = ({ legend, children }: { legend: string; children: ComponentChildren }): VNode => (
  <fieldset class="field-row">
    <legend>{legend}</legend>
    {children}
  </fieldset>
);

type Props = { readonly of: EventTypeFormProps };

export const Basics = ({ of }: Props): VNode => (
  <>
    <Line of={of} name="title" optional={false} />
    <Line of={of} name="slug" type="identifier" />
    <TextArea
      {...labels({ of, name: 'description' })}
      value={of.values.fields.description}
      rows={4}
      optional
    />
    <Line of={of} name="length" type="number" optional={false} />
    <Line of={of} name="lengths" />
    <Box of={of} name="hidden" />
  </>
);

const VISIBLE: readonly Choice[] = Object.entries(TEXT.visibleTo).map(([value, label]) => ({ value, label }));

const LocationRow = ({ row, at, of, kinds }: Props & LocationRowProps): VNode => {
  const common = (part: keyof typeof LOCATION) => {
    const id = `${LOCATION[part]}-${at}`;
    return { id, name: LOCATION[part], fault: of.faults[id] };
  };
  return (
    <fieldset class="field-row">
      <legend>{TEXT.location(at + 1)}</legend>
      <SelectField {...common('kind')} label={TEXT.kind} choices={kinds} chosen={row.kind} />
      <TextArea {...common('value')} label={TEXT.value} value={row.value} rows={2} optional />
      <SelectField {...common('visible')} label={TEXT.visible} choices={VISIBLE} chosen={row.visible} />
    </fieldset>
  );
};

interface LocationRowProps {
  readonly row: LocationValues;
  readonly at: number;
  readonly kinds: readonly Choice[];
}

export const Locations = ({ of }: Props): VNode => (
  <div class="sections" id="locations">
    <Faults name="locations" label={TEXT.locations} fault={of.faults['locations']} />
    {of.values.locations.map((row, at) => (
      <LocationRow key={at} row={row} at={at} of={of} kinds={of.locationKinds} />
    ))}
    <div class="actions">
      <Button look="plain" {...MORE_LOCATIONS}>
        {TEXT.more}
      </Button>
    </div>
  </div>
);

export const Schedule = ({ of }: Props): VNode => <Select of={of} name="schedule" choices={of.schedules} />;

export const Times = ({ of }: Props): VNode => (
  <>
    <Row legend={TEXT.buffers}>
      <Whole of={of} name="before" />
      <Whole of={of} name="after" />
    </Row>
    <Row legend={TEXT.notice}>
      <Whole of={of} name="notice" />
      <Select of={of} name="notice_unit" choices={UNITS} />
      <Whole of={of} name="interval" />
    </Row>
    <Row legend={TEXT.window}>
      <Select of={of} name="window" choices={WINDOWS} />
      <Whole of={of} name="window_days" />
    </Row>
    <Box of={of} name="window_rolling" />
    <div class="field-row">
      <Line of={of} name="window_first" type="date" />
      <Line of={of} name="window_last" type="date" />
    </div>
  </>
);

export const Limits = ({ of }: Props): VNode => (
  <div class="field-row">
    <Whole of={of} name="count_day" />
    <Whole of={of} name="count_week" />
    <Whole of={of} name="count_month" />
    <Whole of={of} name="count_year" />
  </div>
);

export const Bookings = ({ of }: Props): VNode => (
  <>
    <Select of={of} name="confirmation" choices={CONFIRMATIONS} />
    <div class="field-row">
      <Whole of={of} name="confirmation_count" />
      <Select of={of} name="confirmation_unit" choices={UNITS} />
    </div>
    <Box of={of} name="confirmation_blocks" />
    <Box of={of} name="guests" />
    <Box of={of} name="verification" />
    <Line of={of} name="redirect" type="address" />
  </>
);

export const Groups = ({ of }: Props): VNode => (
  <>
    <Row legend={TEXT.seats}>
      <Whole of={of} name="seats" />
      <Box of={of} name="seats_attendees" />
      <Box of={of} name="seats_available" />
    </Row>
    <Row legend={TEXT.recurrence}>
      <Select of={of} name="repeats" choices={FREQUENCIES} />
      <Whole of={of} name="repeats_every" />
      <Whole of={of} name="repeats_times" />
    </Row>
  </>
);
