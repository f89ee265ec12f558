import type { ComponentChildren, VNode } from 'preact';

export const Card = (props: { children: ComponentChildren }): VNode => (
  <div class="card">{props.children}</div>
);
