import type { VNode } from 'preact';
import { Faults, fieldClass } from './field.js';

/** Sent for a box that is ticked. */
export const TICKED = 'yes';

interface BoxFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly checked: boolean;
  readonly fault?: readonly string[] | undefined;
}

/** One box to tick, with what it means. */
export const BoxField = ({ name, label, hint, checked, fault }: BoxFieldProps): VNode => (
  <div class={fieldClass({ name, label, fault })}>
    <Faults name={name} label={label} fault={fault} />
    <label class="box">
      <input type="checkbox" id={name} name={name} value={TICKED} checked={checked} />
      <span>
        {label}
        {hint && <span class="hint block">{hint}</span>}
      </span>
    </label>
  </div>
);
