/* The way through a list that has no last page: to the newest, and to what is older. */
import type { VNode } from 'preact';
import { ButtonLink } from './button.js';

export interface PagesProps {
  /** Absent on the first page. */
  readonly newest?: string | undefined;
  /** Absent on the last one. */
  readonly older?: string | undefined;
  /** What is older: `Older entries`. */
  readonly words: string;
}

export const Pages = ({ newest, older, words }: PagesProps): VNode | null =>
  (newest ?? older) === undefined ? null : (
    <nav class="actions" aria-label="Pages">
      {newest && (
        <ButtonLink look="plain" to={newest}>
          Back to the newest
        </ButtonLink>
      )}
      {older && (
        <ButtonLink look="plain" to={older}>
          {words}
        </ButtonLink>
      )}
    </nav>
  );
