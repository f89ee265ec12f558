/* The logo in the client form: the stored one, a file to replace it, a box to remove it. */
import type { VNode } from 'preact';
import { Faults, Hint } from '../parts/field.js';
import { Logo } from '../parts/logo.js';

/** Names of the form's fields, and the value of the box. */
export const LOGO = { file: 'logo', kept: 'logo_kept', removed: 'logo_removed', yes: 'yes' } as const;

export interface LogoFieldProps {
  /** The name of the client, as typed. */
  readonly name: string;
  readonly kept: string;
  readonly removed: boolean;
  /** Of what is kept. */
  readonly url?: string | undefined;
  readonly fault?: readonly string[] | undefined;
}

const TEXT = {
  label: 'Logo',
  hint: 'Optional. PNG, JPEG or WebP, at most 1 MB and 4096 pixels per side. It is scaled to fit 256 by 256, and its metadata is removed.',
  kept: 'This logo is kept. Choose a file only to replace it.',
  again: 'Browsers do not keep files: choose it again.',
  remove: 'Remove the logo',
} as const;

const Kept = ({ name, url, kept }: LogoFieldProps): VNode => (
  <div class="kept-logo">
    <Logo name={name} url={url} size="large" />
    <p class="hint">{TEXT.kept}</p>
    <input type="hidden" name={LOGO.kept} value={kept} />
  </div>
);

const Removal = ({ removed }: LogoFieldProps): VNode => (
  <label class="box">
    <input type="checkbox" name={LOGO.removed} value={LOGO.yes} checked={removed} />
    <span>{TEXT.remove}</span>
  </label>
);

export const LogoField = (props: LogoFieldProps): VNode => {
  const fault = props.fault && [...props.fault, TEXT.again];
  const about = { name: LOGO.file, label: TEXT.label, hint: TEXT.hint, fault };
  return (
    <div class={fault ? 'field field-faulty' : 'field'}>
      <label for={LOGO.file}>{TEXT.label}</label>
      <Hint {...about} />
      {props.kept !== '' && <Kept {...props} />}
      <Faults {...about} />
      <input
        type="file"
        id={LOGO.file}
        name={LOGO.file}
        accept="image/png,image/jpeg,image/webp"
        aria-describedby={fault ? `${LOGO.file}-hint ${LOGO.file}-fault` : `${LOGO.file}-hint`}
        aria-invalid={fault ? 'true' : undefined}
      />
      {props.kept !== '' && <Removal {...props} />}
    </div>
  );
};
