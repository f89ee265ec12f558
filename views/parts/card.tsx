import type { ComponentChildren, VNode } from 'preact';

export const Card = (props: { children: ComponentChildren }): VNode => (
  <div class="card">{props.children}</div>
);

/** For what cannot be undone. */
export const DangerCard = (props: { title: string; detail: string; children: ComponentChildren }): VNode => (
  <div class="card danger-zone">
    <h2>{props.title}</h2>
    <p class="hint">{props.detail}</p>
    {props.children}
  </div>
);
