import type { ComponentChildren, VNode } from 'preact';

export interface Definition {
  term: string;
  /** The row is left out when it is undefined. */
  value: ComponentChildren;
}

export const DefinitionList = (props: { of: readonly Definition[] }): VNode => (
  <dl class="definitions">
    {props.of
      .filter(({ value }) => value !== undefined)
      .map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);
