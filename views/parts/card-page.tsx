import type { ComponentChildren, VNode } from 'preact';
import { Layout } from '../layout.js';
import type { Crumb } from '../shell.js';
import type { PageUser } from './account-menu.js';
import { Card } from './card.js';

/** A narrow page for one decision or message: its title and contents in a card, `below` under the card. */
export const CardPage = (props: {
  title: string;
  user?: PageUser | undefined;
  crumbs?: readonly Crumb[];
  children: ComponentChildren;
  below?: ComponentChildren;
}): VNode => (
  <Layout title={props.title} width="narrow" user={props.user} crumbs={props.crumbs}>
    <Card>
      <h1>{props.title}</h1>
      {props.children}
    </Card>
    {props.below}
  </Layout>
);
