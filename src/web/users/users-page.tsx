/* Every account, newest first, with a search. */
import { type UserRow, UsersPage } from '../../../views/users/users.js';
import type { Account } from '../../accounts/store.js';
import { searchTerms } from '../../clients/review/review-queue.js';
import type { UserRequest } from '../page.js';
import { page, type PageReply } from '../reply.js';
import { idOf } from '../request-values.js';
import { userPath, USERS_PATH, type UsersDeps } from './deps.js';

const PAGE_LENGTH = 50;

const rowOf = (account: Account): UserRow => ({ ...account, to: userPath(account) });

function pathOf(words: readonly string[], after?: number): string {
  const query = new URLSearchParams({
    ...(words.length > 0 && { q: words.join(' ') }),
    ...(after !== undefined && { after: String(after) }),
  });
  return query.size === 0 ? USERS_PATH : `${USERS_PATH}?${query.toString()}`;
}

export async function showUsers(
  { accounts, clock }: UsersDeps,
  { query, user }: UserRequest,
): Promise<PageReply> {
  const [words, after] = [searchTerms(query('q')), idOf(query('after')) || undefined];
  // One more than a page shows whether there is a next page.
  const found = await accounts.search({ words, after, most: PAGE_LENGTH + 1 });
  const rows = found.slice(0, PAGE_LENGTH);
  const last = found.length > PAGE_LENGTH ? rows.at(-1) : undefined;
  const props = {
    user: user.account,
    search: { action: USERS_PATH, text: words.join(' ') },
    users: rows.map(rowOf),
    first: after === undefined ? undefined : pathOf(words),
    next: last && pathOf(words, last.id),
    now: new Date(clock()),
  };
  return page(<UsersPage {...props} />);
}
