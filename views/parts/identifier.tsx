import type { VNode } from 'preact';

/** Ids, hosts and references: to be compared letter by letter, breakable anywhere, always read left to right. */
export const Identifier = (props: { value: string }): VNode => (
  <code class="identifier" dir="ltr">
    {props.value}
  </code>
);
