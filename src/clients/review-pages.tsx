/* `/admin/clients`: what waits for a verdict, the whole request, and the verdict. To all but administrators: nothing. */
import Router from 'koa-router';
import { REVIEW_DONE, ReviewPage, type ReviewPageProps } from '../../views/clients/review-page.js';
import { REVIEW_TEXT, ReviewQueuePage } from '../../views/clients/review-queue.js';
import { SERVICE_NAME } from '../../views/layout.js';
import { notFound } from '../errors.js';
import { redirectAfterPost, sendPage } from '../http/pages.js';
import {
  administrators,
  causeOf,
  clientIdOf,
  type ClientPagesDeps,
  page,
  type Post,
  posted,
  versionOf,
  type Visit,
} from './page-doors.js';
import type { ClientRecord } from './record-store.js';
import { asFilter, QUEUE_FILTERS, queueOf, waitingSince } from './review-queue.js';
import { desiredTerms } from './revisions.js';
import { shownFacts, shownProposal, shownStatus } from './shown-client.js';
import { VERDICT_PAGES, type VerdictPage, verdictsFor } from './verdict-pages.js';
import { mayReview } from './verdicts.js';
import { reviewWarnings } from './warnings.js';

export const REVIEW_PATH = '/admin/clients';

const pathOf = ({ client }: ClientRecord): string => `${REVIEW_PATH}/${encodeURIComponent(client.id)}`;

const queued = (record: ClientRecord) => ({
  ...shownStatus(record),
  to: pathOf(record),
  name: record.client.name,
  kind: record.client.kind,
  owner: record.owner,
  waitingSince: waitingSince(record),
  createdAt: record.client.createdAt,
});

async function queue({ ctx, account }: Visit, deps: ClientPagesDeps): Promise<void> {
  const records = await deps.records.all();
  const chosen = asFilter(String(ctx.query.status));
  const filters = QUEUE_FILTERS.map((name) => ({
    name,
    to: `${REVIEW_PATH}?status=${name}`,
    count: queueOf(records, name).length,
    chosen: name === chosen,
  }));
  const props = { filters, clients: queueOf(records, chosen).map(queued), now: new Date(deps.clock()) };
  sendPage(ctx, 200, <ReviewQueuePage person={account} {...props} />);
}

async function reviewed(deps: ClientPagesDeps, visit: Visit): Promise<ClientRecord> {
  const record = await deps.records.find(clientIdOf(visit));
  if (record === undefined) throw notFound('There is no client with this id.');
  return record;
}

type Again = Pick<ReviewPageProps, 'again' | 'changed'>;

async function show(visit: Visit, deps: ClientPagesDeps, record: ClientRecord, again?: Again): Promise<void> {
  const { ctx, account } = visit;
  const { client, owner, proposal, version } = record;
  const approved = await deps.records.approvedNames();
  const terms = desiredTerms(client, proposal);
  const now = deps.clock();
  const props: ReviewPageProps = {
    person: account,
    crumbs: [
      { label: 'Your account', to: '/' },
      { label: REVIEW_TEXT.title, to: REVIEW_PATH },
    ],
    csrf: deps.csrf.csrfField(ctx),
    path: pathOf(record),
    now: new Date(now),
    name: client.name,
    version,
    status: shownStatus(record),
    reason: client.statusReason,
    warnings: reviewWarnings({ clientId: client.id, terms, owner, approved, serviceName: SERVICE_NAME, now }),
    facts: shownFacts(client),
    proposal: shownProposal(record),
    owner: {
      ...owner,
      since: owner.createdAt,
      approvedClients: approved.filter(({ ownerId }) => ownerId === owner.id).length,
    },
    verdicts: verdictsFor(record),
    own: !mayReview(record, account.id),
    changed: false,
    done: REVIEW_DONE[String(ctx.query.done)],
    ...again,
  };
  sendPage(ctx, again ? (again.changed ? 409 : 422) : 200, <ReviewPage {...props} />);
}

async function take(post: Post, deps: ClientPagesDeps, { to, give }: VerdictPage): Promise<void> {
  const record = await reviewed(deps, post);
  const typed = post.form.text('reason');
  const given = { record, reviewerId: post.account.id, version: versionOf(post.form), reason: typed };
  const outcome = await give(deps.records, given, causeOf(post));
  if (outcome.kind === 'done') {
    redirectAfterPost(post.ctx, `${pathOf(record)}?done=${encodeURIComponent(to)}`);
  } else if (outcome.kind === 'faulty') {
    const fault = `The reason ${outcome.faults[0]?.message ?? 'cannot be taken'}.`;
    await show(post, deps, record, { again: { to, typed, fault }, changed: false });
  } else {
    await show(post, deps, await reviewed(deps, post), { again: { to, typed }, changed: true });
  }
}

export function createReviewPages(deps: ClientPagesDeps): Router {
  const router = new Router();
  const path = `${REVIEW_PATH}/:id`;
  router.get(
    REVIEW_PATH,
    page(
      deps,
      administrators((visit) => queue(visit, deps)),
    ),
  );
  router.get(
    path,
    page(
      deps,
      administrators(async (visit) => show(visit, deps, await reviewed(deps, visit))),
    ),
  );
  for (const verdict of VERDICT_PAGES) {
    router.post(
      `${path}/${verdict.to}`,
      posted(deps, (post) => administrators(() => take(post, deps, verdict))(post)),
    );
  }
  return router;
}
