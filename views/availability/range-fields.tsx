/* Rows of hours: from, to. Browsers offer a clock, which writes midnight as 00:00. */
import type { VNode } from 'preact';
import type { FaultsById } from '../parts/forms/error-summary.js';
import { controlAttributes, fieldClass, Faults } from '../parts/forms/field.js';
import { SCHEDULE_TEXT as TEXT } from './messages.js';

export interface RangeValues {
  readonly from: string;
  readonly to: string;
}

interface TimeFieldProps {
  readonly name: string;
  readonly at: number;
  readonly label: string;
  readonly value: string;
  readonly faults: FaultsById;
}

const TimeField = ({ name, at, label, value, faults }: TimeFieldProps): VNode => {
  const id = `${name}-${at}`;
  const labels = { name, id, label, fault: faults[id] };
  return (
    <div class={fieldClass(labels)}>
      <label for={id}>{label}</label>
      <Faults {...labels} />
      <input type="time" {...controlAttributes(labels)} value={value} autocomplete="off" />
    </div>
  );
};

interface RangeFieldsProps {
  /** After the names of the two fields; '' where there is only one list. */
  readonly suffix: string;
  readonly rows: readonly RangeValues[];
  readonly faults: FaultsById;
}

/** Names are `from` and `to` with the suffix, each once per row; ids end with the number of the row. */
export const RangeFields = ({ suffix, rows, faults }: RangeFieldsProps): VNode => (
  <div class="ranges">
    {rows.map(({ from, to }, at) => (
      <div class="range" key={at}>
        <TimeField name={`from${suffix}`} at={at} label={TEXT.from} value={from} faults={faults} />
        <TimeField name={`to${suffix}`} at={at} label={TEXT.to} value={to} faults={faults} />
      </div>
    ))}
  </div>
);
