import type { ComponentChildren, VNode } from 'preact';
import { href } from '../href.js';

export interface LinkProps {
  to: string;
  children: ComponentChildren;
  class?: string;
  /** For external sites, which then get no referrer. */
  newTab?: boolean;
  /** The whole text, where the page may cut it. */
  title?: string;
  /** Leads to this page, or to one above it. */
  current?: 'page' | 'true' | undefined;
  /** Accessible name where the text says too little; contains that text. */
  label?: string | undefined;
  /** Search engines need not follow it. */
  rel?: 'nofollow';
}

/** The only component that renders an address as `<a>`. For an unsafe address only the text is rendered. */
export function Link({ to, children, class: look, newTab, title, current, label, rel }: LinkProps): VNode {
  const address = href(to);
  if (address === undefined) return <span class={look}>{children}</span>;
  const target = newTab ? '_blank' : undefined;
  return (
    <a
      class={look}
      href={address}
      title={title}
      aria-current={current}
      aria-label={label}
      target={target}
      rel={newTab ? 'noopener noreferrer' : rel}
    >
      {children}
    </a>
  );
}
