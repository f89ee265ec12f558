/* The request log of a client, for the users who manage it: the list with a filter, and one request. */
import { CLIENT_LOG_TEXT, ClientLogPage, type LogFilterView } from '../../../views/request-log/client-log.js';
import { RequestPage } from '../../../views/request-log/request.js';
import { TICKED } from '../../../views/parts/forms/box-field.js';
import type { ClientRecord } from '../../clients/record-store.js';
import { badRequest, notFound } from '../../errors.js';
import { type Endpoint, ENDPOINTS } from '../../request-log/entry.js';
import { type FoundRequest, KEPT_PER_DAY, type RequestQuery } from '../../request-log/store.js';
import type { UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { presentRequest, requestIdIn } from '../request-log/presenter.js';
import { clientCrumbs, clientPath, type DeveloperDeps, findOwnClient } from './deps.js';

const PAGE_LENGTH = 50;
const { fields: FIELDS } = CLIENT_LOG_TEXT;

const logPath = (deps: DeveloperDeps, { client }: ClientRecord): string =>
  `${clientPath(deps, client.id)}/logs`;

const endpointIn = (text: string): Endpoint | undefined => ENDPOINTS.find((endpoint) => endpoint === text);

/** `1763812800000_<request id>` */
function readCursor(text: string): RequestQuery['behind'] {
  if (text === '') return undefined;
  const [, at, id] = /^(\d{13})_([\da-f-]{36})$/.exec(text) ?? [];
  if (at === undefined || id === undefined)
    throw badRequest('The page cursor in the address is not valid. Start again from the newest requests.');
  return { at: Number(at), id };
}

const filterOf = ({ query }: UserRequest, action: string): LogFilterView => ({
  action,
  endpoint: endpointIn(query(FIELDS.endpoint)) ?? '',
  refusedOnly: query(FIELDS.refusedOnly) === TICKED,
  id: query(FIELDS.id).trim(),
});

function addressOf({ action, endpoint, refusedOnly }: LogFilterView, behind?: FoundRequest): string {
  const query = new URLSearchParams({
    ...(endpoint !== '' && { [FIELDS.endpoint]: endpoint }),
    ...(refusedOnly && { [FIELDS.refusedOnly]: TICKED }),
    ...(behind && { [FIELDS.behind]: `${behind.at}_${behind.id}` }),
  });
  return query.size === 0 ? action : `${action}?${query.toString()}`;
}

interface Listed {
  readonly requests: readonly FoundRequest[];
  readonly more: boolean;
}

/** One more than a page shows whether there is a next page. */
async function listed({ requests }: DeveloperDeps, clientId: string, filter: LogFilterView, after: string) {
  const endpoint = endpointIn(filter.endpoint);
  const { refusedOnly } = filter;
  const query = { clientId, endpoint, refusedOnly, behind: readCursor(after), most: PAGE_LENGTH + 1 };
  const found = await requests.list(query);
  return { requests: found.slice(0, PAGE_LENGTH), more: found.length > PAGE_LENGTH };
}

async function logReply(
  deps: DeveloperDeps,
  request: UserRequest,
  record: ClientRecord,
  { filter, requests, more }: Listed & { readonly filter: LogFilterView },
): Promise<PageReply> {
  const path = logPath(deps, record);
  const props = {
    ...{ user: request.user.account, crumbs: clientCrumbs(deps, record), filter },
    isFiltered: filter.endpoint !== '' || filter.refusedOnly,
    requests: requests.map((one) => ({ ...presentRequest(deps, one), to: `${path}/${one.id}` })),
    fullDays: await deps.requests.fullDays(record.client.id),
    keptPerDay: KEPT_PER_DAY,
    now: new Date(deps.clock()),
    refresh: addressOf(filter),
    newest: request.query(FIELDS.behind) === '' ? undefined : addressOf(filter),
    older: more ? addressOf(filter, requests.at(-1)) : undefined,
  };
  return page(<ClientLogPage {...props} />, { status: filter.fault === undefined ? 200 : 422 });
}

export async function showLog(deps: DeveloperDeps, request: UserRequest): Promise<PageReply> {
  const record = await findOwnClient(deps, request);
  const { id: clientId } = record.client;
  const filter = filterOf(request, logPath(deps, record));
  if (filter.id === '') {
    const found = await listed(deps, clientId, filter, request.query(FIELDS.behind));
    return logReply(deps, request, record, { filter, ...found });
  }
  const id = requestIdIn(filter.id);
  if (id !== undefined && (await deps.requests.find(id, clientId))) return redirect(`${filter.action}/${id}`);
  const fault = id === undefined ? CLIENT_LOG_TEXT.notAnId : CLIENT_LOG_TEXT.unknownId;
  return logReply(deps, request, record, { filter: { ...filter, fault }, requests: [], more: false });
}

export async function showLoggedRequest(deps: DeveloperDeps, request: UserRequest): Promise<PageReply> {
  const record = await findOwnClient(deps, request);
  const found = await deps.requests.find(request.param('requestId'), record.client.id);
  if (found === undefined) throw notFound(CLIENT_LOG_TEXT.unknownId);
  const crumbs = [...clientCrumbs(deps, record), { label: CLIENT_LOG_TEXT.title, to: logPath(deps, record) }];
  const props = {
    ...{ user: request.user.account, crumbs, request: presentRequest(deps, found) },
    now: new Date(deps.clock()),
  };
  return page(<RequestPage {...props} />, { scripts: [] });
}
