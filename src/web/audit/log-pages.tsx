/*
 * `/admin/audit`: who changed what, newest first, filtered and page by page. `/admin/audit.jsonl`: every entry that
 * matches the filter.
 */
import { Readable } from 'node:stream';
import { AuditPage } from '../../../views/audit/audit.js';
import type { AccountStore } from '../../accounts/store.js';
import { badRequest } from '../../errors.js';
import type { AuditEntry, AuditFilter, AuditLog } from '../../events/audit-log.js';
import type { UserRequest } from '../page.js';
import { download, page, type PageReply } from '../reply.js';
import { readCursor, writeCursor } from '../../events/audit-cursor.js';
import { entryPages, linesOf } from '../../events/audit-export.js';
import {
  FILTER_FIELDS,
  type FilterFaults,
  readFilter,
  type ReadFilter,
  type TypedFilter,
} from '../../events/audit-filter.js';
import { partiesOf, presentEntry } from './presenter.js';

export interface AuditPagesDeps {
  readonly audit: AuditLog;
  readonly accounts: Pick<AccountStore, 'findByEmail'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export const AUDIT_PATH = '/admin/audit';
export const AUDIT_LINES_PATH = `${AUDIT_PATH}.jsonl`;
const FILE_NAME = 'slotkey-audit.jsonl';
const PAGE_LENGTH = 40;
/** The parameter with the cursor of a page. */
const AFTER = 'behind';

/** Throws 400 for a repeated parameter. */
function readParameter({ url }: UserRequest, name: string): string {
  const [value = '', ...more] = new URLSearchParams(url.split('?')[1]).getAll(name);
  if (more.length > 0) throw badRequest(`The address has the parameter ${name} more than once.`);
  return value.trim();
}

const readTypedFilter = (request: UserRequest): TypedFilter =>
  Object.fromEntries(FILTER_FIELDS.map((field) => [field, readParameter(request, field)])) as TypedFilter;

function buildPath(path: string, parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''));
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

const parseFilter = ({ accounts }: AuditPagesDeps, typed: TypedFilter): Promise<ReadFilter> =>
  readFilter(typed, (email) => accounts.findByEmail(email));

interface Entries {
  readonly entries: readonly AuditEntry[];
  readonly more: boolean;
}

/** One more than a page shows whether there is a next page. */
async function findEntries({ audit }: AuditPagesDeps, after: string, filter: AuditFilter): Promise<Entries> {
  const behind = after === '' ? undefined : readCursor(after);
  if (after !== '' && behind === undefined)
    throw badRequest('The page cursor in the address is not valid. Start again from the newest entries.');
  const entries = await audit.read({ filter, order: 'newest', behind, limit: PAGE_LENGTH + 1 });
  return { entries: entries.slice(0, PAGE_LENGTH), more: entries.length > PAGE_LENGTH };
}

interface EntriesView extends Entries {
  readonly typed: TypedFilter;
  readonly faults: FilterFaults;
}

async function entriesReply(
  deps: AuditPagesDeps,
  request: UserRequest,
  { typed, faults, entries, more }: EntriesView,
): Promise<PageReply> {
  const [actions, names] = [await deps.audit.actions(), await deps.audit.names(partiesOf(entries))];
  const last = entries.at(-1);
  const props = {
    user: request.user.account,
    path: AUDIT_PATH,
    typed,
    faults,
    actions,
    entries: entries.map((entry) => presentEntry(entry, names)),
    now: new Date(deps.clock()),
    newest: readParameter(request, AFTER) === '' ? undefined : buildPath(AUDIT_PATH, typed),
    older: more && last ? buildPath(AUDIT_PATH, { ...typed, [AFTER]: writeCursor(last) }) : undefined,
    download: buildPath(AUDIT_LINES_PATH, typed),
  };
  return page(<AuditPage {...props} />, { status: Object.keys(faults).length > 0 ? 422 : 200 });
}

export async function showEntries(deps: AuditPagesDeps, request: UserRequest): Promise<PageReply> {
  const typed = readTypedFilter(request);
  const read = await parseFilter(deps, typed);
  if (read.kind === 'faulty')
    return entriesReply(deps, request, { typed, faults: read.faults, entries: [], more: false });
  const results = await findEntries(deps, readParameter(request, AFTER), read.filter);
  return entriesReply(deps, request, { typed, faults: {}, ...results });
}

export async function downloadEntries(deps: AuditPagesDeps, request: UserRequest): Promise<PageReply> {
  const read = await parseFilter(deps, readTypedFilter(request));
  if (read.kind === 'faulty') throw badRequest(Object.values(read.faults).join(' '));
  const pages = entryPages(deps.audit, read.filter, 'newest');
  // Read before the response begins: a store that does not answer is 503, not a truncated file.
  const first = await pages.next();
  const text = Readable.from(textOf(first.value ?? [], pages));
  return download(FILE_NAME, 'application/jsonl; charset=utf-8', text);
}

async function* textOf(
  first: readonly AuditEntry[],
  rest: AsyncIterable<readonly AuditEntry[]>,
): AsyncGenerator<string> {
  if (first.length > 0) yield `${linesOf(first)}\n`;
  for await (const entries of rest) yield `${linesOf(entries)}\n`;
}
