/* One client under review: everything about the request on one page, and the verdict on it. */
import { SERVICE_NAME } from '../../../views/layout.js';
import { REVIEW_DONE, ReviewPage, type ReviewPageProps } from '../../../views/review/review-page.js';
import { REVIEW_TEXT } from '../../../views/review/review-queue.js';
import { logoUrl } from '../../clients/logo/logo.js';
import type { ClientRecord } from '../../clients/record-store.js';
import { desiredTerms } from '../../clients/review/revisions.js';
import { neededScopes } from '../../clients/usage/usage.js';
import { mayReview } from '../../clients/review/verdicts.js';
import { notFound } from '../../errors.js';
import { presentFacts, presentProposal, presentStatus } from '../developer/presenter.js';
import type { UserPost, UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { doneText, versionOf } from '../request-values.js';
import { REVIEW_PATH, type ReviewDeps, reviewPath } from './deps.js';
import { type VerdictForm, verdictFormsOf } from './verdict-forms.js';
import { reviewWarnings } from './warnings.js';

async function reviewedClient(request: UserRequest, deps: ReviewDeps): Promise<ClientRecord> {
  const record = await deps.records.find(request.param('id'));
  if (record === undefined) throw notFound('There is no client with this id.');
  return record;
}

const CRUMBS = [
  { label: 'Your account', to: '/' },
  { label: REVIEW_TEXT.title, to: REVIEW_PATH },
];

/** What depends on other clients of the owner, and on what the client did. */
async function evidence(deps: ReviewDeps, record: ClientRecord) {
  const { client, owner, proposal } = record;
  const now = deps.clock();
  const [names, owned, tallies] = await Promise.all([
    deps.records.names(),
    deps.records.ofManager(owner.id),
    deps.usage.ofClient(client.id, new Date(now)),
  ]);
  const approved = names.filter(({ waiting }) => !waiting);
  return {
    warnings: reviewWarnings({
      clientId: client.id,
      terms: desiredTerms(client, proposal),
      owner,
      names,
      known: owned.map((one) => one.client).filter(({ id }) => approved.some((one) => one.id === id)),
      needed: neededScopes(tallies),
      serviceName: SERVICE_NAME,
      now,
    }),
    facts: presentFacts(client, tallies),
    owner: {
      ...owner,
      team: record.team?.name,
      since: owner.createdAt,
      approvedClients: approved.filter(({ ownerId }) => ownerId === owner.id).length,
    },
  };
}

/** The page after a verdict that was not taken. */
type Refused = Pick<ReviewPageProps, 'again' | 'changed'>;

async function reviewReply(
  request: UserRequest,
  deps: ReviewDeps,
  record: ClientRecord,
  refused?: Refused,
): Promise<PageReply> {
  const { client } = record;
  const props: ReviewPageProps = {
    user: request.user.account,
    crumbs: CRUMBS,
    csrf: request.csrf(),
    path: reviewPath(record),
    now: new Date(deps.clock()),
    name: client.name,
    logoUrl: logoUrl(client.logo),
    version: record.version,
    status: presentStatus(record),
    reason: client.statusReason,
    proposal: presentProposal(record),
    ...(await evidence(deps, record)),
    verdicts: verdictFormsOf(record),
    own: !mayReview(record, request.user.account.id),
    changed: false,
    done: doneText(request, REVIEW_DONE),
    ...refused,
  };
  return page(<ReviewPage {...props} />, { status: refused ? (refused.changed ? 409 : 422) : 200 });
}

export const showReview = async (request: UserRequest, deps: ReviewDeps): Promise<PageReply> =>
  reviewReply(request, deps, await reviewedClient(request, deps));

export async function giveVerdict(
  post: UserPost,
  deps: ReviewDeps,
  { to, give }: VerdictForm,
): Promise<PageReply> {
  const record = await reviewedClient(post, deps);
  const typed = post.form.text('reason');
  const given = { record, reviewerId: post.user.account.id, version: versionOf(post.form), reason: typed };
  const outcome = await give(deps.records, given, post.actor);
  if (outcome.kind === 'done') return redirect(`${reviewPath(record)}?done=${encodeURIComponent(to)}`);
  if (outcome.kind === 'faulty') {
    const fault = `The reason ${outcome.faults[0]?.message ?? 'is not valid'}.`;
    return reviewReply(post, deps, record, { again: { to, typed, fault }, changed: false });
  }
  const current = await reviewedClient(post, deps);
  return reviewReply(post, deps, current, { again: { to, typed }, changed: true });
}
