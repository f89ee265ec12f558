/* The filters of a list, as links with how many entries each finds. */
import type { VNode } from 'preact';
import { Link } from './link.js';

export interface FilterView {
  readonly name: string;
  readonly to: string;
  readonly count: number;
  readonly chosen: boolean;
}

export const Filters = (props: {
  filters: readonly FilterView[];
  /** By the names of the filters. */
  labels: Readonly<Record<string, string>>;
  title: string;
  /** Of the chosen one. */
  hint?: string | undefined;
}): VNode => (
  <nav aria-label={props.title}>
    <ul class="filters">
      {props.filters.map(({ name, to, count, chosen }) => (
        <li key={name}>
          {chosen ? (
            <strong aria-current="page">
              {props.labels[name]} ({count})
            </strong>
          ) : (
            <Link to={to}>
              {props.labels[name]} ({count})
            </Link>
          )}
        </li>
      ))}
    </ul>
    {props.hint !== undefined && <p class="hint">{props.hint}</p>}
  </nav>
);
