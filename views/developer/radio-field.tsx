/* One of a few, each with a line that says what it means. */
import type { VNode } from 'preact';
import { Faults } from '../parts/field.js';

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

export const RadioField = ({ name, legend, options, chosen, fault }: RadioFieldProps): VNode => (
  <fieldset class={fault ? 'field field-faulty' : 'field'}>
    <legend>{legend}</legend>
    <Faults name={name} label={legend} fault={fault} />
    {options.map(({ value, label, hint }) => (
      <label class="box" key={value}>
        <input type="radio" name={name} value={value} checked={chosen === value} />
        <span>
          <bdi class="strong">{label}</bdi>
          <span class="hint block">{hint}</span>
        </span>
      </label>
    ))}
  </fieldset>
);
