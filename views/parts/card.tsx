import type { ComponentChildren, VNode } from 'preact';

export const Card = (props: { children: ComponentChildren }): VNode => (
  <div class="card">{props.children}</div>
);

/** In place of an empty list. */
export const EmptyCard = (props: { title: string; detail: string; level?: 'h2' | 'h3' }): VNode => {
  const Heading = props.level ?? 'h2';
  return (
    <Card>
      <Heading>{props.title}</Heading>
      <p>{props.detail}</p>
    </Card>
  );
};

/** For what cannot be undone. */
export const DangerCard = (props: { title: string; detail: string; children: ComponentChildren }): VNode => (
  <div class="card danger-zone">
    <h2>{props.title}</h2>
    <p class="hint">{props.detail}</p>
    {props.children}
  </div>
);
