import type { ComponentChildren, VNode } from 'preact';
import { href } from '../../href.js';
import { Link } from '../link.js';

export type ButtonLook = 'primary' | 'plain' | 'danger';

export interface ButtonProps {
  look: ButtonLook;
  children: ComponentChildren;
  name?: string;
  value?: string;
  /** Accessible name where several buttons have the same text; begins with that text. */
  label?: string | undefined;
  /** Sent there instead of to the action of the form. */
  formAction?: string;
  /** Sent however incomplete the form is. */
  formNoValidate?: boolean;
}

/** Submits its form; `name` and `value` distinguish several buttons of one form. */
export const Button = ({ look, children, label, formAction, ...rest }: ButtonProps): VNode => (
  <button
    type="submit"
    class={`button button-${look}`}
    {...rest}
    formAction={formAction === undefined ? undefined : href(formAction)}
    aria-label={label}
  >
    {children}
  </button>
);

/** A link that looks like a button. */
export const ButtonLink = (props: {
  look: ButtonLook;
  to: string;
  label?: string | undefined;
  children: ComponentChildren;
}): VNode => (
  <Link class={`button button-${props.look}`} to={props.to} label={props.label}>
    {props.children}
  </Link>
);
