/* Searches a list: a GET to its own address. */
import type { VNode } from 'preact';
import { Button } from './button.js';

export interface SearchFormProps {
  readonly action: string;
  /** What was searched for. */
  readonly text: string;
  readonly label: string;
  readonly submit: string;
  readonly hint?: string;
  /** Of the list, kept in its address. */
  readonly status?: string | undefined;
}

export const SearchForm = ({ action, text, label, hint, submit, status }: SearchFormProps): VNode => (
  <form class="search" method="get" action={action} role="search">
    {status !== undefined && <input type="hidden" name="status" value={status} />}
    <div class="field">
      <label for="q">{label}</label>
      {hint !== undefined && (
        <p class="hint" id="q-hint">
          {hint}
        </p>
      )}
      <input
        type="search"
        id="q"
        name="q"
        value={text}
        autocomplete="off"
        dir="auto"
        aria-describedby={hint && 'q-hint'}
      />
    </div>
    <Button look="plain">{submit}</Button>
  </form>
);
