/* `/admin/clients`: the review queue, one client, and the verdicts. Only for administrators. */
import { REVIEW_TEXT } from '../../../views/review/review-queue.js';
import { definePage, type Page } from '../page.js';
import { REVIEW_PATH, type ReviewDeps } from './deps.js';
import { showQueue } from './queue-page.js';
import { giveVerdict, showReview } from './review-page.js';
import { VERDICT_FORMS } from './verdict-forms.js';

export const REVIEW_LINK = {
  to: REVIEW_PATH,
  label: REVIEW_TEXT.title,
  detail: REVIEW_TEXT.detail,
  administrators: true,
} as const;

export function createReviewPages(deps: ReviewDeps): readonly Page[] {
  const client = `${REVIEW_PATH}/:id`;
  return [
    definePage({
      method: 'GET',
      path: REVIEW_PATH,
      who: 'admin',
      handle: (request) => showQueue(request, deps),
    }),
    definePage({ method: 'GET', path: client, who: 'admin', handle: (request) => showReview(request, deps) }),
    ...VERDICT_FORMS.map((verdict) =>
      definePage({
        method: 'POST',
        path: `${client}/${verdict.to}`,
        who: 'admin',
        recentSignIn: true,
        handle: (post) => giveVerdict(post, deps, verdict),
      }),
    ),
  ];
}
