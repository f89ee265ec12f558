/* Every client by status, those that wait for a review first, with a search. */
import { present } from '../../present.js';
import { ReviewQueuePage } from '../../../views/review/review-queue.js';
import type { ClientRecord, QueueQuery } from '../../clients/record-store.js';
import {
  formatCursor,
  PAGE_LENGTH,
  parseCursor,
  parseFilter,
  QUEUE_FILTERS,
  searchTerms,
  waitingSince,
} from '../../clients/review/review-queue.js';
import { presentRow } from '../developer/presenter.js';
import type { UserRequest } from '../page.js';
import { page, type PageReply } from '../reply.js';
import { REVIEW_PATH, type ReviewDeps, reviewPath } from './deps.js';

const presentQueued = (record: ClientRecord) => ({
  ...presentRow(record, reviewPath(record)),
  owner: record.owner,
  waitingSince: waitingSince(record),
});

function queuePath({ filter, words }: QueueQuery, after?: string): string {
  const query = new URLSearchParams({
    status: filter,
    ...(words.length > 0 && { q: words.join(' ') }),
    ...present({ after }),
  });
  return `${REVIEW_PATH}?${query.toString()}`;
}

export async function showQueue(deps: ReviewDeps, request: UserRequest): Promise<PageReply> {
  const words = searchTerms(request.query('q'));
  const filter = parseFilter(request.query('status'), words);
  const after = parseCursor(request.query('after'));
  // One more than a page shows whether there is a next page.
  const [matches, counts] = await Promise.all([
    deps.records.queue({ filter, words }, { after, most: PAGE_LENGTH + 1 }),
    deps.records.queueCounts(words),
  ]);
  const records = matches.slice(0, PAGE_LENGTH);
  const last = matches.length > PAGE_LENGTH ? records.at(-1) : undefined;
  const props = {
    user: request.user.account,
    filters: QUEUE_FILTERS.filter(
      (name) => name !== 'faulty_hosts' || name === filter || counts[name] > 0,
    ).map((name) => ({
      name,
      to: queuePath({ filter: name, words }),
      count: counts[name],
      chosen: name === filter,
    })),
    search: { action: REVIEW_PATH, text: words.join(' ') },
    clients: records.map(presentQueued),
    first: after && queuePath({ filter, words }),
    next: last && queuePath({ filter, words }, formatCursor(filter, last)),
    now: new Date(deps.clock()),
  };
  return page(<ReviewQueuePage {...props} />);
}
