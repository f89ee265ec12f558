import type { VNode } from 'preact';

/** Enter presses the first button of a form: for a form that has others before the one that saves it. */
export const DefaultButton = (): VNode => (
  <button type="submit" class="unseen default-button" tabIndex={-1} aria-hidden="true" />
);
