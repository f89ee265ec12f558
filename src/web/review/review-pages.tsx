/* `/admin/clients`: what waits for a verdict, the whole request, and the verdict. To all but administrators: nothing. */
import Router from 'koa-router';
import { REVIEW_DONE, ReviewPage, type ReviewPageProps } from '../../../views/review/review-page.js';
import { REVIEW_TEXT, ReviewQueuePage } from '../../../views/review/review-queue.js';
import { SERVICE_NAME } from '../../../views/layout.js';
import { notFound } from '../../errors.js';
import { redirectAfterPost, sendPage } from '../../http/pages.js';
import {
  administrators,
  actorOf,
  clientIdOf,
  type ClientPagesDeps,
  confirmed,
  page,
  type Post,
  posted,
  versionOf,
  type Visit,
} from '../developer/deps.js';
import { logoUrl } from '../../clients/logo.js';
import type { ClientRecord, QueueQuery } from '../../clients/record-store.js';
import {
  asFilter,
  asPlace,
  PAGE_LENGTH,
  placeText,
  QUEUE_FILTERS,
  searchTerms,
  waitingSince,
} from '../../clients/review-queue.js';
import { desiredTerms } from '../../clients/revisions.js';
import { presentFacts, presentProposal, presentStatus } from '../developer/presenter.js';
import { neededScopes } from '../../clients/usage.js';
import { VERDICT_PAGES, type VerdictPage, verdictsFor } from './verdict-table.js';
import { mayReview } from '../../clients/verdicts.js';
import { reviewWarnings } from './warnings.js';

export const REVIEW_PATH = '/admin/clients';

const pathOf = ({ client }: ClientRecord): string => `${REVIEW_PATH}/${encodeURIComponent(client.id)}`;

const queued = (record: ClientRecord) => ({
  ...presentStatus(record),
  to: pathOf(record),
  name: record.client.name,
  logoUrl: logoUrl(record.client.logo),
  kind: record.client.kind,
  owner: record.owner,
  team: record.team?.name,
  waitingSince: waitingSince(record),
  createdAt: record.client.createdAt,
});

function queuePath({ filter, words }: QueueQuery, after?: string): string {
  const query = new URLSearchParams({
    status: filter,
    ...(words.length > 0 && { q: words.join(' ') }),
    ...(after !== undefined && { after }),
  });
  return `${REVIEW_PATH}?${query.toString()}`;
}

async function queue({ ctx, account }: Visit, deps: ClientPagesDeps): Promise<void> {
  const filter = asFilter(String(ctx.query.status));
  const words = searchTerms(typeof ctx.query.q === 'string' ? ctx.query.q : '');
  const after = asPlace(String(ctx.query.after));
  // One more than is shown tells whether there is another page.
  const [found, counts] = await Promise.all([
    deps.records.queue({ filter, words }, { after, most: PAGE_LENGTH + 1 }),
    deps.records.queueCounts(words),
  ]);
  const shown = found.slice(0, PAGE_LENGTH);
  const last = found.length > PAGE_LENGTH ? shown.at(-1) : undefined;
  const props = {
    filters: QUEUE_FILTERS.map((name) => ({
      name,
      to: queuePath({ filter: name, words }),
      count: counts[name],
      chosen: name === filter,
    })),
    search: { action: REVIEW_PATH, status: filter, words: words.join(' ') },
    clients: shown.map(queued),
    first: after && queuePath({ filter, words }),
    next: last && queuePath({ filter, words }, placeText(filter, last)),
    now: new Date(deps.clock()),
  };
  sendPage(ctx, 200, <ReviewQueuePage user={account} {...props} />);
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
  const now = deps.clock();
  const [names, owned, tallies] = await Promise.all([
    deps.records.names(),
    deps.records.ofManager(owner.id),
    deps.usage.ofClient(client.id, new Date(now)),
  ]);
  const approved = names.filter(({ waiting }) => !waiting);
  const props: ReviewPageProps = {
    user: account,
    crumbs: [
      { label: 'Your account', to: '/' },
      { label: REVIEW_TEXT.title, to: REVIEW_PATH },
    ],
    csrf: deps.csrf.csrfField(ctx),
    path: pathOf(record),
    now: new Date(now),
    name: client.name,
    logoUrl: logoUrl(client.logo),
    version,
    status: presentStatus(record),
    reason: client.statusReason,
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
    proposal: presentProposal(record),
    owner: {
      ...owner,
      team: record.team?.name,
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
  const outcome = await give(deps.records, given, actorOf(post));
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
  const verdictOf = (verdict: VerdictPage) => confirmed(deps, (post) => take(post, deps, verdict));
  for (const verdict of VERDICT_PAGES) {
    router.post(
      `${path}/${verdict.to}`,
      posted(deps, (post) => administrators(() => verdictOf(verdict)(post))(post)),
    );
  }
  return router;
}
