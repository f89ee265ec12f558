import type { ComponentChildren, VNode } from 'preact';

export interface Definition {
  term: string;
  value: ComponentChildren;
}

export const DefinitionList = (props: { of: readonly Definition[] }): VNode => (
  <dl class="definitions">
    {props.of.map(({ term, value }) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
