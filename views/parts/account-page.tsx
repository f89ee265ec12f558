import type { ComponentChildren, VNode } from 'preact';
import { Layout } from '../layout.js';
import type { Crumb } from '../shell.js';
import type { PageUser } from './account-menu.js';
import { ErrorSummary, type FaultsById } from './forms/error-summary.js';
import { Notice } from './notice.js';

/** A wide page of the account settings: the outcome of the last form, then its contents. */
export const AccountPage = (props: {
  title: string;
  /** Defaults to the title. */
  heading?: ComponentChildren;
  user: PageUser;
  /** Of a page below another one (layout.tsx). */
  crumbs?: readonly Crumb[] | undefined;
  done?: string | undefined;
  refusal?: string | undefined;
  /** Of a form that was not saved, by the id of the field. */
  faults?: FaultsById | undefined;
  children: ComponentChildren;
}): VNode => (
  <Layout title={props.title} width="wide" user={props.user} crumbs={props.crumbs}>
    <h1>{props.heading ?? props.title}</h1>
    {props.done && <Notice kind="good" title={props.done} />}
    {props.refusal && <Notice kind="danger" title={props.refusal} />}
    {props.faults && <ErrorSummary faults={props.faults} />}
    {props.children}
  </Layout>
);
