/* One client, for those who manage it. */
import type { VNode } from 'preact';
import { Layout } from '../layout.js';
import type { Crumb } from '../layout.js';
import type { PagePerson } from '../parts/account-menu.js';
import { ButtonLink } from '../parts/button.js';
import { Card } from '../parts/card.js';
import { CopyScript } from '../parts/copyable.js';
import { Notice } from '../parts/notice.js';
import { ClientFacts } from './client-facts.js';
import type { ClientFactsProps } from './client-facts.js';
import { ClientOwner } from './client-owner.js';
import type { ClientOwnerProps } from './client-owner.js';
import { ClientHeading } from './client-heading.js';
import { ClientSecrets } from './client-secrets.js';
import type { SecretView } from './client-secrets.js';
import type { ClientStatusProps } from './client-status.js';
import { LegacyAssistant } from './legacy-assistant.js';
import type { LegacyAssistantProps } from './legacy-assistant.js';
import { ClientTesters } from './client-testers.js';
import type { TesterView } from './client-testers.js';
import { ClientWebhookCard } from './client-webhook.js';
import { OwnProposal } from './proposal.js';
import type { ProposalStateView } from './proposal.js';

export interface ClientPageProps {
  readonly user: PagePerson;
  readonly crumbs: readonly Crumb[];
  readonly csrf: string;
  /** Of this page; what it leads to is below it. */
  readonly path: string;
  readonly now: Date;
  readonly name: string;
  readonly logoUrl?: string | undefined;
  readonly version: number;
  readonly status: ClientStatusProps;
  readonly reason?: string | undefined;
  /** It was rejected, and changed since: it waits for another verdict. */
  readonly resubmitted: boolean;
  readonly facts: ClientFactsProps;
  /** Absent where there is nothing to say: it is the person's own, and there is no team. */
  readonly owner?: ClientOwnerProps | undefined;
  /** Absent for a public client. */
  readonly secrets?: readonly SecretView[] | undefined;
  /** It has one. */
  readonly webhook: boolean;
  /** Present for a legacy client. */
  readonly assistant?: LegacyAssistantProps | undefined;
  readonly proposal?: ProposalStateView | undefined;
  /** Present while the client is pending. */
  readonly testers?:
    | { readonly people: readonly TesterView[]; readonly typed: string; readonly fault?: string | undefined }
    | undefined;
  /** What the last form did. */
  readonly done?: string | undefined;
}

export const CLIENT_DONE: Readonly<Record<string, string>> = {
  created: 'The client was created. It waits for review.',
  sent_before:
    'This form was submitted twice; the client was created the first time. If you have not copied its secret, add a second one and remove the first.',
  saved: 'Your changes are in effect.',
  resubmitted: 'Your changes were saved. An administrator will review the client again.',
  proposed: 'Your changes wait for review. Until then everything keeps working as it is.',
  partly: 'Some of your changes are in effect; the others wait for review.',
  withdrawn: 'The proposal was withdrawn. Nothing else changed.',
  secret_removed: 'The secret was removed. Requests with it fail from now on.',
  tester_added: 'The tester can use the client now.',
  transferred: 'The client was transferred.',
  tester_removed: 'The tester can no longer use the client.',
};

const STATUS_NOTICE = {
  pending: {
    kind: 'info',
    title: 'Waiting for review',
    detail: 'Until an administrator approves it, only those who manage it and its testers can use it.',
  },
  rejected: {
    kind: 'danger',
    title: 'Rejected: nobody can use it',
    detail: 'Fix what is wrong and save; an administrator then reviews it again.',
  },
  resubmitted: {
    kind: 'info',
    title: 'Rejected and submitted again: nobody can use it yet',
    detail: 'It was changed after the rejection. Nobody can use it until an administrator approves it.',
  },
  suspended: {
    kind: 'danger',
    title: 'Suspended: nobody can use it',
    detail: 'Its tokens have no access until an administrator resumes it.',
  },
} as const;

const TEXT = {
  facts: 'Details',
  edit: 'Edit',
  danger: 'Delete this client',
  dangerDetail: 'Its secrets and tokens stop working permanently, for everyone.',
  remove: 'Delete…',
} as const;

const StatusNotice = ({ status, reason, resubmitted }: ClientPageProps): VNode | null => {
  if (status.status === 'approved') return null;
  const { kind, title, detail } = STATUS_NOTICE[resubmitted ? 'resubmitted' : status.status];
  return (
    <Notice kind={kind} title={title}>
      {reason && (
        <p class="preline" dir="auto">
          {reason}
        </p>
      )}
      <p>{detail}</p>
    </Notice>
  );
};

const Details = ({ facts, now, path }: ClientPageProps): VNode => (
  <Card>
    <h2>{TEXT.facts}</h2>
    <ClientFacts {...facts} now={now} />
    <div class="actions">
      <ButtonLink look="plain" to={`${path}/edit`}>
        {TEXT.edit}
      </ButtonLink>
    </div>
  </Card>
);

const DangerZone = ({ path }: ClientPageProps): VNode => (
  <div class="card danger-zone">
    <h2>{TEXT.danger}</h2>
    <p class="hint">{TEXT.dangerDetail}</p>
    <div class="actions">
      <ButtonLink look="danger" to={`${path}/removal`}>
        {TEXT.remove}
      </ButtonLink>
    </div>
  </div>
);

export const ClientPage = (props: ClientPageProps): VNode => {
  const { csrf, path, now, proposal, secrets, assistant, testers } = props;
  return (
    <Layout title={props.name} width="wide" user={props.user} crumbs={props.crumbs}>
      <ClientHeading {...props} />
      <StatusNotice {...props} />
      {proposal && <OwnProposal {...proposal} csrf={csrf} path={path} version={props.version} now={now} />}
      <Details {...props} />
      {props.owner && <ClientOwner {...props.owner} />}
      {assistant && <LegacyAssistant {...assistant} />}
      {secrets && <ClientSecrets secrets={secrets} csrf={csrf} action={`${path}/secrets`} now={now} />}
      <ClientWebhookCard to={`${path}/webhook`} set={props.webhook} />
      {testers && <ClientTesters {...testers} csrf={csrf} action={`${path}/testers`} />}
      <DangerZone {...props} />
      <CopyScript />
    </Layout>
  );
};
