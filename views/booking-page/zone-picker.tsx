/* The time zone of the times, and the form to choose another one. assets/time-zone.js chooses that of the browser. */
import type { VNode } from 'preact';
import { href } from '../href.js';
import { Button } from '../parts/forms/button.js';
import { SelectField } from '../parts/forms/field.js';

export interface ZoneView {
  readonly name: string;
  /** Why this one, where nobody has chosen it. */
  readonly note?: string | undefined;
  /** To choose from; empty where the host keeps everybody to one. */
  readonly zones: readonly string[];
  readonly action: string;
  /** What is chosen besides. */
  readonly kept: readonly (readonly [name: string, value: string])[];
  readonly field: string;
  /** Nobody has chosen one: that of the browser may be better. */
  readonly guess: boolean;
}

const TEXT = { zone: 'Time zone', show: 'Show times', times: 'Times are in' } as const;

const Picker = ({ name, zones, action, kept, field }: ZoneView): VNode => (
  <form class="form" method="get" action={href(action)}>
    {kept.map(([key, value]) => (
      <input key={key} type="hidden" name={key} value={value} />
    ))}
    <SelectField
      name={field}
      label={TEXT.zone}
      chosen={name}
      choices={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
    />
    <div class="actions">
      <Button look="plain">{TEXT.show}</Button>
    </div>
  </form>
);

export const ZonePicker = (zone: ZoneView): VNode => (
  <div class="booking-zone" data-zone-guess={zone.guess ? zone.field : undefined}>
    {zone.zones.length === 0 ? (
      <p class="hint">
        {TEXT.times} <span class="ink">{zone.name}</span>
      </p>
    ) : (
      <details>
        <summary>
          {TEXT.times} <span class="strong">{zone.name.replaceAll('_', ' ')}</span>
          {zone.note && <span class="hint block">{zone.note}</span>}
        </summary>
        <Picker {...zone} />
      </details>
    )}
  </div>
);
