/* `/settings/apps/ended`: the grants of a user that have ended, page by page. */
import { type EndedAccess, EndedAccessPage } from '../../../views/connected-apps/ended-access.js';
import { CONNECTED_APPS_PATH, grantsOf } from '../../authorization/grants/installations.js';
import { endingOf, type PastGrant } from '../../authorization/grants/grant-history.js';
import { endOf } from '../../authorization/grants/token-family.js';
import { badRequest } from '../../errors.js';
import { readCursor, writeCursor } from '../../events/audit-cursor.js';
import { definePage, handlerWith, type Page, type UserRequest } from '../page.js';
import { page, type PageReply } from '../reply.js';
import type { ConnectedAppsDeps } from './pages.js';

export const ENDED_ACCESS_PATH = `${CONNECTED_APPS_PATH}/ended`;
const PAGE_LENGTH = 25;
const AFTER = 'behind';
/** A grant this young may have been allowed after the current ones were read. */
const YOUNG_MS = 60_000;

const presentEnded = (grant: PastGrant, now: number): EndedAccess => {
  const { reason, at } = endingOf(grant, now);
  return { id: grant.entry.id, name: grant.clientName, allowed: grant.entry.at, reason, ended: at };
};

/** Grants whose application was removed have ended, although their families wait for their end. */
async function currentIds(
  { families, clients }: ConnectedAppsDeps,
  accountId: number,
  now: number,
): Promise<readonly string[]> {
  const all = (await grantsOf(families, accountId)).filter(({ family }) => endOf(family) > now);
  const found = await Promise.all(all.map(({ family }) => clients.find(family.client)));
  return all.filter((_, index) => found[index] !== undefined).map(({ id }) => id);
}

async function showEnded(deps: ConnectedAppsDeps, { user, query }: UserRequest): Promise<PageReply> {
  const after = query(AFTER);
  const behind = after === '' ? undefined : readCursor(after);
  if (after !== '' && behind === undefined)
    throw badRequest('The page cursor in the address is not valid. Start again from the newest entries.');
  const { id: accountId } = user.account;
  const now = deps.clock();
  const current = await currentIds(deps, accountId, now);
  const allowedBefore = new Date(now - YOUNG_MS);
  const limit = PAGE_LENGTH + 1;
  const found = await deps.grantHistory.past({ accountId, current, allowedBefore, behind, limit });
  const listed = found.slice(0, PAGE_LENGTH);
  const last = found.length > PAGE_LENGTH ? listed.at(-1) : undefined;
  const props = {
    user: user.account,
    grants: listed.map((grant) => presentEnded(grant, now)),
    now: new Date(now),
    newest: behind && ENDED_ACCESS_PATH,
    older: last && `${ENDED_ACCESS_PATH}?${AFTER}=${encodeURIComponent(writeCursor(last.entry))}`,
  };
  return page(<EndedAccessPage {...props} />);
}

export const createEndedAccessPages = (deps: ConnectedAppsDeps): readonly Page[] => [
  definePage({ method: 'GET', path: ENDED_ACCESS_PATH, who: 'user', handle: handlerWith(deps)(showEnded) }),
];
