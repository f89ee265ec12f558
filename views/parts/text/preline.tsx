import type { VNode } from 'preact';

/** Text of a user with its own line breaks and direction. */
export const Preline = ({ text }: { text: string }): VNode => (
  <p class="preline" dir="auto">
    {text}
  </p>
);
