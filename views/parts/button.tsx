import type { ComponentChildren, VNode } from 'preact';
import { Link } from './link.js';

export type ButtonLook = 'primary' | 'plain' | 'danger';

/** Submits its form; `name` and `value` distinguish several buttons of one form. */
export function Button(props: {
  look: ButtonLook;
  children: ComponentChildren;
  name?: string;
  value?: string;
  /** Accessible name where several buttons have the same text; begins with that text. */
  label?: string;
}): VNode {
  return (
    <button
      type="submit"
      class={`button button-${props.look}`}
      name={props.name}
      value={props.value}
      aria-label={props.label}
    >
      {props.children}
    </button>
  );
}

/** A link that looks like a button. */
export const ButtonLink = (props: { look: ButtonLook; to: string; children: ComponentChildren }): VNode => (
  <Link class={`button button-${props.look}`} to={props.to}>
    {props.children}
  </Link>
);
