/* The clients that a user manages, with a search and by status once they fill more than a page. */
import { MyClientsPage } from '../../../views/developer/my-clients.js';
import type { OwnClientsQuery } from '../../clients/record-store.js';
import { CLIENT_STATUSES } from '../../clients/status.js';
import { formatCursor, parseCursor, searchTerms } from '../../clients/review/review-queue.js';
import { present } from '../../present.js';
import type { UserRequest } from '../page.js';
import { page, type PageReply } from '../reply.js';
import { clientPath, type DeveloperDeps } from './deps.js';
import { presentRow } from './presenter.js';

const PAGE_LENGTH = 25;
const FILTERS = ['all', ...CLIENT_STATUSES] as const;

function queryIn({ user, query }: UserRequest): OwnClientsQuery {
  const filter = FILTERS.find((name) => name === query('status')) ?? 'all';
  return { accountId: user.account.id, filter, words: searchTerms(query('q')) };
}

function listPath(
  { settingsPath }: DeveloperDeps,
  { filter, words }: Pick<OwnClientsQuery, 'filter' | 'words'>,
  after?: string,
): string {
  const query = new URLSearchParams({
    ...(filter !== 'all' && { status: filter }),
    ...(words.length > 0 && { q: words.join(' ') }),
    ...present({ after }),
  });
  return query.size === 0 ? settingsPath : `${settingsPath}?${query.toString()}`;
}

async function presentFilters(deps: DeveloperDeps, query: OwnClientsQuery) {
  const byStatus = await deps.records.ownCounts(query);
  const all = CLIENT_STATUSES.reduce((sum, status) => sum + byStatus[status], 0);
  const counts = { ...byStatus, all };
  return FILTERS.map((name) => ({
    ...{ name, count: counts[name], chosen: name === query.filter },
    to: listPath(deps, { ...query, filter: name }),
  }));
}

async function readPage(deps: DeveloperDeps, query: OwnClientsQuery, after: string) {
  // One more than a page shows whether there is a next page.
  const cursor = { after: parseCursor(after), most: PAGE_LENGTH + 1 };
  const found = await deps.records.ownPage(query, cursor);
  const records = found.slice(0, PAGE_LENGTH);
  const last = found.length > PAGE_LENGTH ? records.at(-1) : undefined;
  return {
    records,
    first: cursor.after && listPath(deps, query),
    next: last && listPath(deps, query, formatCursor(query.filter, last)),
  };
}

export async function showMyClients(deps: DeveloperDeps, request: UserRequest): Promise<PageReply> {
  const query = queryIn(request);
  const { records, first, next } = await readPage(deps, query, request.query('after'));
  const filters = await presentFilters(deps, query);
  const active = await deps.usage.lastActive(records.map(({ client }) => client.id));
  const isNarrowed = query.filter !== 'all' || query.words.length > 0;
  const props = {
    user: request.user.account,
    clients: records.map((record) => ({
      ...presentRow(record, clientPath(deps, record.client.id)),
      activeAt: active.get(record.client.id),
    })),
    search: { action: deps.settingsPath, text: query.words.join(' '), status: query.filter },
    filters: isNarrowed || first !== undefined || next !== undefined ? filters : undefined,
    ...{ first, next },
    createTo: `${deps.settingsPath}/clients/new`,
    now: new Date(deps.clock()),
    done: request.session.takeMessage(),
  };
  return page(<MyClientsPage {...props} />);
}
