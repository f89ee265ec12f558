import type { VNode } from 'preact';

/** Ids, hosts and references: monospaced, breakable anywhere, always left to right. */
export const Identifier = (props: { value: string }): VNode => (
  <code class="identifier" dir="ltr">
    {props.value}
  </code>
);

export const IdentifierList = (props: { values: readonly string[] }): VNode => (
  <ul class="plain-list">
    {props.values.map((value) => (
      <li key={value}>
        <Identifier value={value} />
      </li>
    ))}
  </ul>
);
