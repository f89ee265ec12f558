/* `/admin/clients`: the review queue, one client, and the verdicts. Only for administrators. */
import { defineConfirmedForm } from '../confirmed-form.js';
import { type Confirm, definePage, handlerWith, type Page, type UserPost } from '../page.js';
import { REVIEW_PATH, type ReviewDeps, reviewPath } from './deps.js';
import { showQueue } from './queue-page.js';
import {
  allowClientScheme,
  askToSuspend,
  giveVerdict,
  setClientMigrating,
  showReview,
} from './review-page.js';
import { VERDICT_FORMS, type VerdictForm } from './verdict-forms.js';

function verdictPages(deps: ReviewDeps, path: string, verdict: VerdictForm): readonly Page[] {
  const form = {
    ...({ path, who: 'admin', recentSignIn: true } as const),
    handle: (post: UserPost) => giveVerdict(deps, post, verdict),
  };
  if (!verdict.asksFirst) return [definePage({ ...form, method: 'POST' })];
  const confirm: Confirm = {
    ask: (post) => askToSuspend(deps, post, verdict),
    backTo: ({ param }) => reviewPath({ client: { id: param('id') } }),
  };
  return defineConfirmedForm({ ...form, confirm });
}

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
    ...VERDICT_FORMS.flatMap((verdict) => verdictPages(deps, `${client}/${verdict.to}`, verdict)),
  ];
}
