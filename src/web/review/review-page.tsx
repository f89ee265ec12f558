/* One client under review: everything about the request on one page, and the verdict on it. */
import { SERVICE_NAME } from '../../../views/layout.js';
import type { Confirmation } from '../../../views/parts/confirmation.js';
import { isolated } from '../../../views/parts/text/isolated.js';
import { confirmSuspension } from '../../../views/review/confirmations.js';
import { reviewDone, ReviewPage, type ReviewPageProps } from '../../../views/review/review-page.js';
import { MIGRATING } from '../../../views/review/retired-scopes.js';
import { allowScheme } from '../../clients/allowed-schemes.js';
import { setMigrating } from '../../clients/migrating.js';
import type { ClientRecord } from '../../clients/record-store.js';
import { reasonFaults } from '../../clients/status.js';
import { tidied } from '../../clients/text.js';
import { desiredTerms } from '../../clients/review/revisions.js';
import { neededScopes, tokenRequestsInWeek } from '../../clients/usage/usage.js';
import { mayReview } from '../../clients/review/verdicts.js';
import { notFound } from '../../errors.js';
import { presentClient } from '../developer/presenter.js';
import { formPageProps } from '../developer/deps.js';
import type { UserPost, UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { doneText, versionOf } from '../request-values.js';
import { clientHistory } from './client-history.js';
import { type ReviewDeps, reviewPath } from './deps.js';
import { userPath } from '../users/deps.js';
import { type VerdictForm, verdictFormsOf } from './verdict-forms.js';
import { reviewWarnings } from './warnings.js';

async function findReviewedClient(deps: ReviewDeps, request: UserRequest): Promise<ClientRecord> {
  const record = await deps.records.find(request.param('id'));
  if (record === undefined) throw notFound('There is no client with this id.');
  return record;
}

/** The client, with warnings and facts from other clients, its owner and its calls. */
async function presentReview(deps: ReviewDeps, record: ClientRecord) {
  const { client, owner, proposal } = record;
  const now = deps.clock();
  const [names, owned, tallies] = await Promise.all([
    deps.records.names(),
    deps.records.ofManager(owner.id),
    deps.usage.ofClient(client.id, new Date(now)),
  ]);
  const history = await clientHistory(deps, record, owned);
  const approved = names.filter(({ waiting }) => !waiting);
  return {
    warnings: reviewWarnings({
      clientId: client.id,
      terms: desiredTerms(client, proposal),
      owner,
      names,
      known: owned.map(({ client: own }) => own).filter(({ id }) => approved.some((one) => one.id === id)),
      needed: neededScopes(tallies),
      serviceName: SERVICE_NAME,
      now,
    }),
    ...presentClient(record, tallies),
    history,
    owner: {
      ...owner,
      team: record.team?.name,
      to: userPath(owner),
      since: owner.createdAt,
      approvedClients: approved.filter(({ ownerId }) => ownerId === owner.id).length,
    },
  };
}

/** `refused`: the verdict that was not accepted. */
async function reviewReply(
  deps: ReviewDeps,
  request: UserRequest,
  record: ClientRecord,
  refused?: Partial<Pick<ReviewPageProps, 'retry' | 'isOutdated' | 'schemes'>>,
): Promise<PageReply> {
  const props: ReviewPageProps = {
    ...formPageProps(request, []),
    path: reviewPath(record),
    now: new Date(deps.clock()),
    ...(await presentReview(deps, record)),
    schemes: record.client.kind === 'public' ? { allowed: record.client.allowedSchemes } : undefined,
    verdicts: verdictFormsOf(record),
    isOwn: !mayReview(record, request.user.account.id),
    isOutdated: false,
    done: doneText(request, reviewDone(isolated(record.client.name))),
    ...refused,
  };
  return page(<ReviewPage {...props} />, { status: refused ? (refused.isOutdated ? 409 : 422) : 200 });
}

export const showReview = async (deps: ReviewDeps, request: UserRequest): Promise<PageReply> =>
  reviewReply(deps, request, await findReviewedClient(deps, request));

export async function allowClientScheme(deps: ReviewDeps, post: UserPost): Promise<PageReply> {
  const record = await findReviewedClient(deps, post);
  const typed = post.form.text('scheme');
  const reviewerId = post.user.account.id;
  const [fault] = await allowScheme(deps.records, { record, scheme: typed, reviewerId }, post.actor);
  if (fault === undefined) return redirect(`${reviewPath(record)}?done=schemes`);
  const refused = { typed, fault: `${typed === '' ? 'The scheme' : typed.slice(0, 80)} ${fault.message}.` };
  return reviewReply(deps, post, record, {
    schemes: { allowed: record.client.allowedSchemes, refused },
  });
}

export async function setClientMigrating(deps: ReviewDeps, post: UserPost): Promise<PageReply> {
  const record = await findReviewedClient(deps, post);
  const migrating = post.form.text(MIGRATING.name) === MIGRATING.yes;
  await setMigrating(deps.records, { record, migrating, reviewerId: post.user.account.id }, post.actor);
  return redirect(`${reviewPath(record)}?done=${migrating ? 'migrating' : 'migrated'}`);
}

/** Undefined for a verdict that is refused as it is. */
export async function askToSuspend(
  deps: ReviewDeps,
  post: UserPost,
  verdict: VerdictForm,
): Promise<Confirmation | undefined> {
  const record = await findReviewedClient(deps, post);
  const isAccepted =
    verdict.offered(record) &&
    mayReview(record, post.user.account.id) &&
    versionOf(post.form) === record.version &&
    reasonFaults('suspend', tidied(post.form.text('reason')) || undefined).length === 0;
  if (!isAccepted) return undefined;
  const tallies = await deps.usage.ofClient(record.client.id, new Date(deps.clock()));
  return confirmSuspension(record.client.name, tokenRequestsInWeek(tallies), verdict);
}

export async function giveVerdict(
  deps: ReviewDeps,
  post: UserPost,
  { to, give }: VerdictForm,
): Promise<PageReply> {
  const record = await findReviewedClient(deps, post);
  const typed = post.form.text('reason');
  const decision = { record, reviewerId: post.user.account.id, version: versionOf(post.form), reason: typed };
  const outcome = await give(deps.records, decision, post.actor);
  if (outcome.kind === 'done') return redirect(`${reviewPath(record)}?done=${encodeURIComponent(to)}`);
  if (outcome.kind === 'faulty') {
    const fault = `The reason ${outcome.faults[0]?.message ?? 'is not valid'}.`;
    return reviewReply(deps, post, record, { retry: { to, typed, fault }, isOutdated: false });
  }
  const current = await findReviewedClient(deps, post);
  return reviewReply(deps, post, current, { retry: { to, typed }, isOutdated: true });
}
