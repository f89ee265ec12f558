import type { ComponentChildren, VNode } from 'preact';

const CONTROLS = {
  text: { type: 'text', dir: 'auto' },
  // Browsers refuse internationalised addresses in `type="email"`.
  email: { type: 'text', inputmode: 'email', autocapitalize: 'none', spellcheck: false },
  password: { type: 'password', autocapitalize: 'none' },
  date: { type: 'date' },
  identifier: { type: 'text', autocapitalize: 'none', spellcheck: false, dir: 'ltr' },
  address: { type: 'text', inputmode: 'url', autocapitalize: 'none', dir: 'ltr' },
  tel: { type: 'tel', dir: 'ltr' },
  number: { type: 'text', inputmode: 'decimal', dir: 'ltr' },
} as const;

interface Labels {
  name: string;
  /** Defaults to the name; needed where a page has two fields of one name. */
  id?: string;
  label: string;
  hint?: string | undefined;
  /** Validation messages; they mark the field as invalid. */
  fault?: string | readonly string[] | undefined;
}

export interface FieldProps extends Labels {
  /** Default: text. */
  type?: keyof typeof CONTROLS;
  /** Default: off. */
  autocomplete?: string;
  value?: string | undefined;
  /** Has the focus when the page opens. */
  focused?: boolean;
  minLength?: number;
  /** May be empty. */
  optional?: boolean;
  /** Id of a datalist with values to choose from. */
  list?: string | undefined;
}

const faultsOf = ({ fault = [] }: Labels): readonly string[] => (typeof fault === 'string' ? [fault] : fault);

/** The class of the element around a field. */
export const fieldClass = (labels: Labels): string =>
  faultsOf(labels).length > 0 ? 'field field-faulty' : 'field';

/** Attributes that connect a control with its hint and its faults. */
export function controlAttributes(labels: Labels) {
  const { name, id = name, hint } = labels;
  const faulty = faultsOf(labels).length > 0;
  const describedBy = [hint && `${id}-hint`, faulty && `${id}-fault`].filter(Boolean).join(' ');
  return {
    id,
    name,
    'aria-invalid': faulty ? ('true' as const) : undefined,
    'aria-describedby': describedBy || undefined,
  };
}

export const Hint = ({ name, id = name, hint }: Labels): VNode | null =>
  hint ? (
    <p class="hint" id={`${id}-hint`}>
      {hint}
    </p>
  ) : null;

export const Faults = (labels: Labels): VNode | null => {
  const faults = faultsOf(labels);
  return faults.length === 0 ? null : (
    <div class="fault" id={`${labels.id ?? labels.name}-fault`}>
      {faults.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
};

/** Label, hint and faults above the control. */
const Labelled = ({ children, ...labels }: Labels & { children: ComponentChildren }): VNode => (
  <div class={fieldClass(labels)}>
    <label for={labels.id ?? labels.name}>{labels.label}</label>
    <Hint {...labels} />
    <Faults {...labels} />
    {children}
  </div>
);

/** A single-line input. */
export const Field = ({
  value = '',
  type = 'text',
  autocomplete = 'off',
  focused,
  minLength,
  optional,
  list,
  ...labels
}: FieldProps): VNode => (
  <Labelled {...labels}>
    <input
      {...controlAttributes(labels)}
      {...CONTROLS[type]}
      {...(list === undefined ? {} : { list })}
      value={value}
      autocomplete={autocomplete}
      required={optional !== true}
      minLength={minLength}
      autofocus={focused === true}
    />
  </Labelled>
);

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** A select; the first choice is the default. */
export const SelectField = ({
  choices,
  chosen,
  ...labels
}: Labels & { choices: readonly Choice[]; chosen: string }): VNode => (
  <Labelled {...labels}>
    <select {...controlAttributes(labels)}>
      {choices.map(({ value, label }) => (
        <option key={value} value={value} selected={value === chosen}>
          {label}
        </option>
      ))}
    </select>
  </Labelled>
);

/** A multi-line input. */
export const TextArea = ({
  value,
  rows,
  mono,
  optional,
  ...labels
}: Labels & { value: string; rows: number; mono?: boolean; optional?: boolean }): VNode => (
  <Labelled {...labels}>
    <textarea
      {...controlAttributes(labels)}
      class={mono ? 'mono' : undefined}
      dir={mono ? 'ltr' : 'auto'}
      rows={rows}
      required={optional !== true}
      autocomplete="off"
      autocapitalize={mono ? 'none' : undefined}
      spellcheck={!mono}
    >
      {value}
    </textarea>
  </Labelled>
);
