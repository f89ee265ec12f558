/* The status of a client as badges. */
import type { VNode } from 'preact';
import { Badge } from '../parts/badge.js';

export type StatusView = 'pending' | 'approved' | 'rejected' | 'suspended';

/** `waiting`: a proposal waits for review; `refused`: the last one was refused. */
export type ProposalView = 'waiting' | 'refused';

const STATUS = {
  pending: { kind: 'info', text: 'Pending' },
  approved: { kind: 'good', text: 'Approved' },
  rejected: { kind: 'danger', text: 'Rejected' },
  suspended: { kind: 'warning', text: 'Suspended' },
} as const;

const PROPOSAL = {
  waiting: { kind: 'info', text: 'Proposal waiting' },
  refused: { kind: 'danger', text: 'Proposal rejected' },
} as const;

export const CLIENT_KINDS = {
  confidential: 'Confidential',
  public: 'Public',
} as const;
export type KindView = keyof typeof CLIENT_KINDS;

export interface ClientStatusProps {
  readonly status: StatusView;
  readonly proposal?: ProposalView | undefined;
  readonly legacy?: boolean;
}

export const ClientStatus = ({ status, proposal, legacy }: ClientStatusProps): VNode => (
  <span class="badges">
    <Badge {...STATUS[status]} />
    {proposal && <Badge {...PROPOSAL[proposal]} />}
    {legacy && <Badge kind="warning" text="Legacy, no scopes" />}
  </span>
);
