import type { ComponentChildren, VNode } from 'preact';
import { Link } from './link.js';

export type ButtonLook = 'primary' | 'plain' | 'danger';

/** Submits its form; `name` and `value` tell several buttons of one form apart. */
export function Button(props: {
  look: ButtonLook;
  children: ComponentChildren;
  name?: string;
  value?: string;
  /** What it is called where the text alone does not tell it from its neighbours; begins with the text. */
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

/** Looks like a button, goes to a page. */
export const ButtonLink = (props: { look: ButtonLook; to: string; children: ComponentChildren }): VNode => (
  <Link class={`button button-${props.look}`} to={props.to}>
    {props.children}
  </Link>
);
