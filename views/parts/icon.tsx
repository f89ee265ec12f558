import type { VNode } from 'preact';

const SHAPES = {
  info: 'M8 1.75a6.25 6.25 0 1 0 0 12.5a6.25 6.25 0 0 0 0-12.5M8 7.25v3.75M8 4.9v.1',
  good: 'M8 1.75a6.25 6.25 0 1 0 0 12.5a6.25 6.25 0 0 0 0-12.5M5.25 8.25l2 2l3.5-4',
  warning: 'M8 2.25l6.25 11.25H1.75zM8 6.75v3M8 11.6v.1',
  danger: 'M5.4 1.75h5.2l3.65 3.65v5.2l-3.65 3.65H5.4L1.75 10.6V5.4zM8 4.9v3.6M8 11v.1',
} as const;

/** Decorative: the text next to it has the same meaning. */
export const Icon = (props: { shape: keyof typeof SHAPES }): VNode => (
  <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
    <path d={SHAPES[props.shape]} />
  </svg>
);
