/* `/admin/users`: every account with a search, one account, and what can be done to it. Only for administrators. */
import { defineConfirmedForm } from '../confirmed-form.js';
import { definePage, handlerWith, type Page, type UserPost } from '../page.js';
import { ACCOUNT_ACTIONS, type AccountAction } from './account-actions.js';
import { USERS_PATH, type UsersDeps } from './deps.js';
import { act, askToAct, showUser } from './user-page.js';
import { showUsers } from './users-page.js';

function actionPages(deps: UsersDeps, action: AccountAction): readonly Page[] {
  const form = {
    ...({ path: `${USERS_PATH}/:id/${action.to}`, who: 'admin', recentSignIn: true } as const),
    handle: (post: UserPost) => act(deps, post, action),
  };
  if (!action.asksFirst) return [definePage({ ...form, method: 'POST' })];
  return defineConfirmedForm({
    ...form,
    confirm: {
      ask: (post) => askToAct(deps, post, action),
      backTo: ({ param }) => `${USERS_PATH}/${encodeURIComponent(param('id'))}`,
    },
  });
}

export function createUserPages(deps: UsersDeps): readonly Page[] {
  const handler = handlerWith(deps);
  return [
    definePage({ method: 'GET', path: USERS_PATH, who: 'admin', handle: handler(showUsers) }),
    definePage({ method: 'GET', path: `${USERS_PATH}/:id`, who: 'admin', handle: handler(showUser) }),
    ...ACCOUNT_ACTIONS.flatMap((action) => actionPages(deps, action)),
  ];
}
