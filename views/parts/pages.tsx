/* Links through a list with cursors: to its first page and to the next one. */
import type { VNode } from 'preact';
import { ButtonLink } from './forms/button.js';

export interface PagesProps {
  /** Absent on the first page. */
  readonly first?: string | undefined;
  /** Absent on the last one. */
  readonly next?: string | undefined;
  readonly labels: { readonly first: string; readonly next: string };
}

export const Pages = ({ first, next, labels }: PagesProps): VNode | null =>
  first === undefined && next === undefined ? null : (
    <nav class="actions" aria-label="Pages">
      {first !== undefined && (
        <ButtonLink look="plain" to={first}>
          {labels.first}
        </ButtonLink>
      )}
      {next !== undefined && (
        <ButtonLink look="plain" to={next}>
          {labels.next}
        </ButtonLink>
      )}
    </nav>
  );
