import type { VNode } from 'preact';
import { Icon } from './icon.js';

/** A state in two words, marked by shape and text as well as colour. */
export const Badge = (props: { kind: 'info' | 'good' | 'warning' | 'danger'; text: string }): VNode => (
  <span class={`badge badge-${props.kind}`}>
    <Icon shape={props.kind} />
    {props.text}
  </span>
);
