import type { ComponentChildren, VNode } from 'preact';
import { href } from '../href.js';

export interface LinkProps {
  to: string;
  children: ComponentChildren;
  class?: string;
  /** For other people's sites, which then learn nothing of this page. */
  newTab?: boolean;
}

/** The only `<a>` that takes an address. An address that is not safe leaves its text standing without a link. */
export function Link({ to, children, class: look, newTab }: LinkProps): VNode {
  const address = href(to);
  if (address === undefined) return <span class={look}>{children}</span>;
  const target = newTab ? '_blank' : undefined;
  return (
    <a class={look} href={address} target={target} rel={newTab ? 'noopener noreferrer' : undefined}>
      {children}
    </a>
  );
}
