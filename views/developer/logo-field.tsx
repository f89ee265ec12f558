/* The logo in the client form: the stored one, a file to replace it, a box to remove it. */
import type { VNode } from 'preact';
import { controlAttributes, Faults, fieldClass, Hint } from '../parts/forms/field.js';
import { Logo } from '../parts/logo.js';

/** Names of the form's fields, and the value of the box. */
export const LOGO = { file: 'logo', stored: 'logo_stored', removed: 'logo_removed', yes: 'yes' } as const;

export interface LogoValue {
  /** Hash of the stored logo; empty when there is none. */
  readonly hash: string;
  readonly removed: boolean;
}

export interface LogoFieldProps {
  /** The name of the client, as typed. */
  readonly name: string;
  readonly value: LogoValue;
  /** Of the stored logo. */
  readonly url?: string | undefined;
  readonly fault?: readonly string[] | undefined;
}

const TEXT = {
  label: 'Logo',
  hint: 'Optional. PNG, JPEG or WebP, at most 1 MB and 4096 pixels per side. It is scaled to fit 256 by 256, and its metadata is removed.',
  stored: 'This logo is kept. Choose a file only to replace it.',
  again: 'Browsers do not keep files: choose it again.',
  remove: 'Remove the logo',
} as const;

const StoredLogo = ({ name, url, value }: LogoFieldProps): VNode => (
  <div class="stored-logo">
    <Logo name={name} url={url} size="large" />
    <p class="hint">{TEXT.stored}</p>
    <input type="hidden" name={LOGO.stored} value={value.hash} />
  </div>
);

const Removal = ({ removed }: LogoValue): VNode => (
  <label class="box">
    <input type="checkbox" name={LOGO.removed} value={LOGO.yes} checked={removed} />
    <span>{TEXT.remove}</span>
  </label>
);

export const LogoField = (props: LogoFieldProps): VNode => {
  const { value, fault } = props;
  const labels = {
    name: LOGO.file,
    label: TEXT.label,
    hint: TEXT.hint,
    fault: fault && [...fault, TEXT.again],
  };
  return (
    <div class={fieldClass(labels)}>
      <label for={LOGO.file}>{TEXT.label}</label>
      <Hint {...labels} />
      {value.hash !== '' && <StoredLogo {...props} />}
      <Faults {...labels} />
      <input type="file" {...controlAttributes(labels)} accept="image/png,image/jpeg,image/webp" />
      {value.hash !== '' && <Removal {...value} />}
    </div>
  );
};
