/* `/admin/clients`: the review queue, one client, and the verdicts. Only for administrators. */
import { REVIEW_TEXT } from '../../../views/review/review-queue.js';
import { definePage, handlerWith, type Page } from '../page.js';
import { REVIEW_PATH, type ReviewDeps } from './deps.js';
import { showQueue } from './queue-page.js';
import { allowClientScheme, giveVerdict, setClientMigrating, showReview } from './review-page.js';
import { VERDICT_FORMS } from './verdict-forms.js';

export const REVIEW_LINK = {
  to: REVIEW_PATH,
  label: REVIEW_TEXT.title,
  detail: REVIEW_TEXT.detail,
  administrators: true,
} as const;

export function createReviewPages(deps: ReviewDeps): readonly Page[] {
  const handler = handlerWith(deps);
  const client = `${REVIEW_PATH}/:id`;
  return [
    definePage({ method: 'GET', path: REVIEW_PATH, who: 'admin', handle: handler(showQueue) }),
    definePage({ method: 'GET', path: client, who: 'admin', handle: handler(showReview) }),
    definePage({
      method: 'POST',
      path: `${client}/schemes`,
      who: 'admin',
      recentSignIn: true,
      handle: handler(allowClientScheme),
    }),
    definePage({
      method: 'POST',
      path: `${client}/migration`,
      who: 'admin',
      recentSignIn: true,
      handle: handler(setClientMigrating),
    }),
    ...VERDICT_FORMS.map((verdict) =>
      definePage({
        method: 'POST',
        path: `${client}/${verdict.to}`,
        who: 'admin',
        recentSignIn: true,
        handle: (post) => giveVerdict(deps, post, verdict),
      }),
    ),
  ];
}
