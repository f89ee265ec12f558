/* The form of a schedule: its name, its time zone and the hours of a week. Data: web/availability/week-form.ts. */
import type { VNode } from 'preact';
import { Card } from '../parts/card.js';
import { Button, ButtonLink } from '../parts/forms/button.js';
import type { FaultsById } from '../parts/forms/error-summary.js';
import { Faults, Field, fieldClass, SelectField } from '../parts/forms/field.js';
import { Form } from '../parts/forms/form.js';
import { Notice } from '../parts/notice.js';
import { SCHEDULE_TEXT as TEXT } from './messages.js';
import { RangeFields, type RangeValues } from './range-fields.js';

export interface DayValues {
  readonly day: string;
  readonly rows: readonly RangeValues[];
  /** Ticked: the rows are ignored. */
  readonly off: boolean;
}

export interface ScheduleValues {
  readonly name: string;
  readonly timeZone: string;
  /** Monday first; absent for more ranges than the form has rows. */
  readonly week?: readonly DayValues[] | undefined;
  readonly copyFrom: string;
  readonly copyTo: readonly string[];
}

export interface ScheduleFormProps {
  readonly csrf: string;
  readonly action: string;
  readonly backTo: string;
  readonly values: ScheduleValues;
  readonly faults: FaultsById;
  readonly timeZones: readonly string[];
}

export const FIELDS = { off: 'off', copyFrom: 'copy_from', copyTo: 'copy_to', week: 'week' } as const;
export const ACT = { name: 'act', more: 'more', copy: 'copy' } as const;

const Day = ({ day, rows, off, faults }: DayValues & { faults: FaultsById }): VNode => (
  <fieldset class="day">
    <legend>{day}</legend>
    <RangeFields suffix={`_${day}`} rows={rows} faults={faults} />
    <label class="box">
      <input type="checkbox" name={FIELDS.off} value={day} checked={off} />
      <span>{TEXT.off(day)}</span>
    </label>
  </fieldset>
);

/** After the button that saves: Enter submits the first one. */
const Copy = ({ values: { week = [], copyFrom, copyTo }, faults }: ScheduleFormProps): VNode => {
  const to = { name: FIELDS.copyTo, label: TEXT.copyTo, fault: faults[FIELDS.copyTo] };
  return (
    <details class="folded" open={to.fault !== undefined}>
      <summary>{TEXT.copy}</summary>
      <div class="copy-hours">
        <SelectField
          name={FIELDS.copyFrom}
          label={TEXT.copyFrom}
          choices={week.map(({ day }) => ({ value: day, label: day }))}
          chosen={copyFrom}
        />
        <fieldset class={fieldClass(to)} id={FIELDS.copyTo} tabIndex={-1}>
          <legend>{TEXT.copyTo}</legend>
          <Faults {...to} />
          <div class="boxes">
            {week.map(({ day }) => (
              <label class="box" key={day}>
                <input type="checkbox" name={FIELDS.copyTo} value={day} checked={copyTo.includes(day)} />
                <span>{day}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <Button look="plain" name={ACT.name} value={ACT.copy}>
          {TEXT.copyButton}
        </Button>
      </div>
    </details>
  );
};

const Week = ({ values: { week }, faults }: ScheduleFormProps): VNode => (
  <section aria-labelledby="week-title">
    <h2 id="week-title">{TEXT.week}</h2>
    {week === undefined ? (
      <Notice kind="info" title={TEXT.tooMany} />
    ) : (
      <>
        <p class="hint">{TEXT.weekDetail}</p>
        <input type="hidden" name={FIELDS.week} value="yes" />
        <div id={FIELDS.week} tabIndex={-1}>
          <Faults name={FIELDS.week} label={TEXT.week} fault={faults[FIELDS.week]} />
        </div>
        {week.map((day) => (
          <Day key={day.day} {...day} faults={faults} />
        ))}
      </>
    )}
  </section>
);

export const ScheduleForm = (props: ScheduleFormProps): VNode => {
  const { values, faults, timeZones, backTo } = props;
  return (
    <Card>
      <Form action={props.action} csrf={props.csrf}>
        <Field
          name="name"
          label={TEXT.name}
          hint={TEXT.nameHint}
          value={values.name}
          fault={faults['name']}
        />
        <SelectField
          name="timeZone"
          label={TEXT.timeZone}
          hint={TEXT.timeZoneHint}
          choices={timeZones.map((zone) => ({ value: zone, label: zone }))}
          chosen={values.timeZone}
          fault={faults['timeZone']}
        />
        <Week {...props} />
        <div class="actions">
          <Button look="primary">{TEXT.save}</Button>
          {values.week && (
            <Button look="plain" name={ACT.name} value={ACT.more}>
              {TEXT.more}
            </Button>
          )}
          <ButtonLink look="plain" to={backTo}>
            {TEXT.cancel}
          </ButtonLink>
        </div>
        {values.week && <Copy {...props} />}
      </Form>
    </Card>
  );
};
