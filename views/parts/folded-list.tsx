/* A list that shows its first items at once, and the others when its reader asks for them. */
import type { VNode } from 'preact';

const UNFOLDED = 3;

export interface FoldedListProps {
  readonly class: string;
  /** `<li>`, each with a key. */
  readonly items: readonly VNode[];
  /** `5 more installations` */
  readonly more: (count: number) => string;
}

export const FoldedList = ({ class: look, items, more }: FoldedListProps): VNode => (
  <>
    <ul class={look}>{items.slice(0, UNFOLDED)}</ul>
    {items.length > UNFOLDED && (
      <details class="folded">
        <summary>{more(items.length - UNFOLDED)}</summary>
        <ul class={look}>{items.slice(UNFOLDED)}</ul>
      </details>
    )}
  </>
);
