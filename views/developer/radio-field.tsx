/* One of a few options, each with a line that explains it. */
import type { VNode } from 'preact';
import { Faults, fieldClass } from '../parts/forms/field.js';

export interface RadioOption {
  readonly value: string;
  readonly label: string;
  readonly hint: string;
}

export interface RadioFieldProps {
  readonly name: string;
  readonly legend: string;
  readonly options: readonly RadioOption[];
  readonly chosen: string;
  readonly fault?: readonly string[] | undefined;
}

export const RadioField = ({ legend, options, chosen, ...field }: RadioFieldProps): VNode => (
  <fieldset class={fieldClass({ ...field, label: legend })}>
    <legend>{legend}</legend>
    <Faults {...field} label={legend} />
    {options.map(({ value, label, hint }) => (
      <label class="box" key={value}>
        <input type="radio" name={field.name} value={value} checked={chosen === value} />
        <span>
          <bdi class="strong">{label}</bdi>
          <span class="hint block">{hint}</span>
        </span>
      </label>
    ))}
  </fieldset>
);
