import type { VNode } from 'preact';
import { Card } from './card.js';

/** Instead of a list without entries: what is missing, and when it will be there. */
export const EmptyCard = ({ title, detail }: { title: string; detail: string }): VNode => (
  <Card>
    <h2>{title}</h2>
    <p>{detail}</p>
  </Card>
);
