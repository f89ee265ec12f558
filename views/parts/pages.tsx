/* The way through a list that has no last page: back to its beginning, and on. */
import type { VNode } from 'preact';
import { ButtonLink } from './button.js';

export interface PagesProps {
  /** Absent on the first page. */
  readonly first?: string | undefined;
  /** Absent on the last one. */
  readonly next?: string | undefined;
  readonly words: { readonly first: string; readonly next: string };
}

export const Pages = ({ first, next, words }: PagesProps): VNode | null =>
  first === undefined && next === undefined ? null : (
    <nav class="actions" aria-label="Pages">
      {first !== undefined && (
        <ButtonLink look="plain" to={first}>
          {words.first}
        </ButtonLink>
      )}
      {next !== undefined && (
        <ButtonLink look="plain" to={next}>
          {words.next}
        </ButtonLink>
      )}
    </nav>
  );
