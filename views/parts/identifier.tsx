import type { VNode } from 'preact';

/** Ids, hosts and references: monospaced, breakable anywhere, always left to right. */
export const Identifier = (props: { value: string }): VNode => (
  <code class="identifier" dir="ltr">
    {props.value}
  </code>
);
