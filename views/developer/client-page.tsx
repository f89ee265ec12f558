/* One client, for the users who manage it. */
import type { VNode } from 'preact';
import { Layout } from '../layout.js';
import { LinkAction } from '../parts/forms/actions.js';
import { Card, DangerCard } from '../parts/card.js';
import { CopyScript } from '../parts/text/copyable.js';
import { Notice } from '../parts/notice.js';
import { isolated } from '../parts/text/isolated.js';
import { Preline } from '../parts/text/preline.js';
import { ClientLogCard } from '../request-log/client-log.js';
import { ClientFacts } from './client-facts.js';
import { ClientHeading, type ClientViewPageProps } from './client-heading.js';
import { ClientOwner, type ClientOwnerProps } from './client-owner.js';
import { ClientRepeats, type RepeatView } from './client-repeats.js';
import { ClientSecrets, type SecretView } from './client-secrets.js';
import { ClientTesters, type TestersView } from './client-testers.js';
import { ClientWebhookCard } from './client-webhook.js';
import { LegacyAssistant, type LegacyAssistantProps } from './legacy-assistant.js';
import { OwnProposal } from './proposal.js';

export interface ClientPageProps extends ClientViewPageProps {
  /** It was rejected and changed since: it waits for another verdict. */
  readonly resubmitted: boolean;
  /** Absent for the user's own client when they manage no team. */
  readonly owner?: ClientOwnerProps | undefined;
  /** Absent for a public client. */
  readonly secrets?: readonly SecretView[] | undefined;
  readonly hasWebhook: boolean;
  /** Refresh tokens that came from two IP addresses, newest first. */
  readonly repeats: readonly RepeatView[];
  /** Present for a legacy client. */
  readonly assistant?: LegacyAssistantProps | undefined;
  /** Present while the client is pending. */
  readonly testers?: TestersView | undefined;
}

/** By the last form; `name`: of the client. */
export const clientDone = (name: string): Readonly<Record<string, string>> => ({
  created: `${name} was created. It waits for review.`,
  sent_before: `This form was submitted twice; ${name} was created the first time. If you have not copied its secret, add a second one and remove the first.`,
  saved: `Your changes to ${name} are in effect.`,
  resubmitted: `Your changes to ${name} were saved. An administrator will review it again.`,
  proposed: `Your changes to ${name} wait for review. Until then everything keeps working as it is.`,
  partly: `Some of your changes to ${name} are in effect; the others wait for review.`,
  withdrawn: `The proposal for ${name} was withdrawn. Nothing else changed.`,
  transferred: `${name} was transferred.`,
});

export const CLIENT_MESSAGES = {
  secretRemoved: (hint: string) =>
    `The secret ending in ${hint} was removed. Requests with it fail from now on.`,
  testerAdded: (email: string) =>
    `The invitation to ${isolated(email)} is on its way. They can use the client once they accept it.`,
  testerRemoved: (name: string) => `${isolated(name)} was removed as a tester and cannot use the client.`,
} as const;

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
      {reason && <Preline text={reason} />}
      <p>{detail}</p>
    </Notice>
  );
};

export const ClientPage = (props: ClientPageProps): VNode => {
  const { path, now, proposal, owner, secrets, assistant, testers } = props;
  return (
    <Layout title={props.name} width="wide" user={props.user} crumbs={props.crumbs}>
      <ClientHeading {...props} />
      <StatusNotice {...props} />
      {proposal && <OwnProposal {...props} proposal={proposal} />}
      <Card>
        <h2>{TEXT.facts}</h2>
        <ClientFacts {...props.facts} now={now} />
        <LinkAction look="plain" to={`${path}/edit`} text={TEXT.edit} />
      </Card>
      {owner && <ClientOwner {...owner} />}
      {assistant && <LegacyAssistant {...assistant} />}
      {secrets && <ClientSecrets {...props} secrets={secrets} />}
      <ClientLogCard to={`${path}/logs`} />
      <ClientWebhookCard to={`${path}/webhook`} exists={props.hasWebhook} />
      {props.repeats.length > 0 && <ClientRepeats {...props} />}
      {testers && <ClientTesters {...props} testers={testers} />}
      <DangerCard title={TEXT.danger} detail={TEXT.dangerDetail}>
        <LinkAction look="danger" to={`${path}/removal`} text={TEXT.remove} />
      </DangerCard>
      <CopyScript />
    </Layout>
  );
};
