/* How a page of one client begins, for its owner as for its reviewers. */
import type { VNode } from 'preact';
import { Logo } from '../parts/logo.js';
import { Notice } from '../parts/notice.js';
import { ClientStatus } from './client-status.js';
import type { ClientStatusProps } from './client-status.js';

export interface ClientHeadingProps {
  readonly name: string;
  readonly logoUrl?: string | undefined;
  readonly status: ClientStatusProps;
  /** What the last form did. */
  readonly done?: string | undefined;
}

export const ClientHeading = ({ name, logoUrl, status, done }: ClientHeadingProps): VNode => (
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
