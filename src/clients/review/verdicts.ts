/*
 * The verdicts of an administrator on a client and on its proposal. A verdict applies only to the reviewed version, and
 * not to a client that the reviewer manages or has changed.
 */
import { present } from '../../present.js';
import type { Actor } from '../../events/audit-log.js';
import { type PropertyFault, forbidden, notFound } from '../../errors.js';
import type { ClientRecord, ClientRecordStore, Settled } from '../record-store.js';
import { proposedChanges } from './revisions.js';
import { reasonFaults, type Verdict, VERDICTS } from '../status.js';
import { tidied } from '../text.js';

export interface ReviewDecision {
  readonly record: ClientRecord;
  readonly reviewerId: number;
  /** Of the reviewed page. */
  readonly version: number;
  readonly reason: string;
}

export type VerdictOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'changed_meanwhile' }
  | { readonly kind: 'faulty'; readonly faults: readonly PropertyFault[] };

/** A contributor may have left the team that manages the client now. */
export const mayReview = ({ client, contributorIds }: ClientRecord, accountId: number): boolean =>
  !client.managerIds.includes(accountId) && !contributorIds.includes(accountId);

function mustNotBeOwn({ record, reviewerId }: ReviewDecision): void {
  if (!mayReview(record, reviewerId))
    throw forbidden(
      'You manage this client, or you created or changed it. Another administrator must review it.',
    );
}

function outcomeOf(settled: Settled): VerdictOutcome {
  if (settled === 'not_found') throw notFound('There is no client with this id.');
  return { kind: settled };
}

/** Throws `forbidden`, `notFound`. */
export async function giveVerdict(
  records: ClientRecordStore,
  verdict: Verdict,
  decision: ReviewDecision,
  actor: Actor,
): Promise<VerdictOutcome> {
  mustNotBeOwn(decision);
  const reason = tidied(decision.reason) || undefined;
  const faults = reasonFaults(verdict, reason);
  if (faults.length > 0) return { kind: 'faulty', faults };
  const settled = await records.settle(
    decision.record.client.id,
    { version: decision.version, to: VERDICTS[verdict].to, ...present({ reason }) },
    actor,
  );
  return outcomeOf(settled);
}

export type ProposalAnswer = 'approve' | 'reject';

/** Throws `forbidden`, `notFound`. */
export async function answerProposal(
  records: ClientRecordStore,
  answer: ProposalAnswer,
  decision: ReviewDecision,
  actor: Actor,
): Promise<VerdictOutcome> {
  mustNotBeOwn(decision);
  const refusal = tidied(decision.reason) || undefined;
  const faults = answer === 'reject' ? reasonFaults('reject', refusal) : [];
  if (faults.length > 0) return { kind: 'faulty', faults };
  const { client, proposal } = decision.record;
  const takes = answer === 'approve' && proposal?.fromInstallations === true;
  const settled = await records.settleProposal(
    client.id,
    {
      version: decision.version,
      changes: proposedChanges(decision.record),
      ...present({
        refusal: answer === 'reject' ? refusal : undefined,
        installationsKeep: takes ? proposal.scopes : undefined,
      }),
    },
    actor,
  );
  return outcomeOf(settled);
}
