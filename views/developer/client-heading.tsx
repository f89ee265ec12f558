/* Props and heading of the page of a client, shared by the page of its owner and that of its reviewers. */
import type { VNode } from 'preact';
import type { FormPageProps } from '../layout.js';
import { Logo } from '../parts/logo.js';
import { Notice } from '../parts/notice.js';
import type { ClientFactsProps } from './client-facts.js';
import { ClientStatus, type ClientStatusProps } from './client-status.js';
import type { ProposalStateView } from './proposal.js';

export interface ClientView {
  readonly name: string;
  readonly logoUrl?: string | undefined;
  readonly version: number;
  readonly status: ClientStatusProps;
  /** The reason of the last verdict. */
  readonly reason?: string | undefined;
  readonly facts: ClientFactsProps;
  readonly proposal?: ProposalStateView | undefined;
}

export interface ClientViewPageProps extends FormPageProps, ClientView {
  /** Of this page; its forms and links are below it. */
  readonly path: string;
  readonly now: Date;
  /** What the last form did. */
  readonly done?: string | undefined;
}

export const ClientHeading = ({ name, logoUrl, status, done }: ClientViewPageProps): VNode => (
  <>
    <div class="heading heading-with-logo">
      <Logo name={name} url={logoUrl} size="large" />
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <ClientStatus {...status} />
    </div>
    {done && <Notice kind="good" title={done} />}
  </>
);
