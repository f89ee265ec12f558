import type { ComponentChildren, VNode } from 'preact';
import { type Crumb, Layout } from '../layout.js';
import type { PageUser } from './account-menu.js';
import { Notice } from './notice.js';

export const ACCOUNT_CRUMBS: readonly Crumb[] = [{ label: 'Your account', to: '/' }];

/** A wide page of the account settings: the outcome of the last form, then its contents. */
export const AccountPage = (props: {
  title: string;
  /** Defaults to the title. */
  heading?: ComponentChildren;
  user: PageUser;
  crumbs?: readonly Crumb[];
  done?: string | undefined;
  refusal?: string | undefined;
  children: ComponentChildren;
}): VNode => (
  <Layout title={props.title} width="wide" user={props.user} crumbs={props.crumbs ?? ACCOUNT_CRUMBS}>
    <h1>{props.heading ?? props.title}</h1>
    {props.done && <Notice kind="good" title={props.done} />}
    {props.refusal && <Notice kind="danger" title={props.refusal} />}
    {props.children}
  </Layout>
);
