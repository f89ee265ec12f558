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
const PAGE_LENGTH = 50;
/** The parameter with the cursor of a page. */
const AFTER = 'behind';

/** Throws 400 for a parameter that is there twice. */
function parameter({ url }: UserRequest, name: string): string {
  const [value = '', ...more] = new URLSearchParams(url.split('?')[1]).getAll(name);
  if (more.length > 0) throw badRequest(`The address has the parameter ${name} more than once.`);
  return value.trim();
}

const typedIn = (request: UserRequest): TypedFilter => ({
  actor: parameter(request, 'actor'),
  action: parameter(request, 'action'),
  subject: parameter(request, 'subject'),
  network: parameter(request, 'network'),
  since: parameter(request, 'since'),
  until: parameter(request, 'until'),
});

function pathWith(path: string, typed: TypedFilter, more: Readonly<Record<string, string>> = {}): string {
  const filled = FILTER_FIELDS.filter((field) => typed[field] !== '');
  const query = new URLSearchParams([
    ...filled.map((field) => [field, typed[field]]),
    ...Object.entries(more),
  ]).toString();
  return query === '' ? path : `${path}?${query}`;
}

const filterOf = ({ accounts }: AuditPagesDeps, typed: TypedFilter): Promise<ReadFilter> =>
  readFilter(typed, (email) => accounts.findByEmail(email));

interface Found {
  readonly entries: readonly AuditEntry[];
  readonly more: boolean;
}

/** Asks for one more than a page has: whether there is a next one. */
async function find({ audit }: AuditPagesDeps, after: string, filter: AuditFilter): Promise<Found> {
  const behind = after === '' ? undefined : readCursor(after);
  if (after !== '' && behind === undefined)
    throw badRequest('The page cursor in the address is not valid. Start again from the newest entries.');
  const entries = await audit.read({ filter, order: 'newest', behind, limit: PAGE_LENGTH + 1 });
  return { entries: entries.slice(0, PAGE_LENGTH), more: entries.length > PAGE_LENGTH };
}

interface EntriesView extends Found {
  readonly typed: TypedFilter;
  readonly faults: FilterFaults;
}

async function entriesReply(
  request: UserRequest,
  deps: AuditPagesDeps,
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
    newest: parameter(request, AFTER) === '' ? undefined : pathWith(AUDIT_PATH, typed),
    older: more && last ? pathWith(AUDIT_PATH, typed, { [AFTER]: writeCursor(last) }) : undefined,
    download: pathWith(AUDIT_LINES_PATH, typed),
  };
  return page(<AuditPage {...props} />, { status: Object.keys(faults).length > 0 ? 422 : 200 });
}

export async function showEntries(request: UserRequest, deps: AuditPagesDeps): Promise<PageReply> {
  const typed = typedIn(request);
  const read = await filterOf(deps, typed);
  if (read.kind === 'faulty')
    return entriesReply(request, deps, { typed, faults: read.faults, entries: [], more: false });
  const found = await find(deps, parameter(request, AFTER), read.filter);
  return entriesReply(request, deps, { typed, faults: {}, ...found });
}

export async function downloadEntries(request: UserRequest, deps: AuditPagesDeps): Promise<PageReply> {
  const read = await filterOf(deps, typedIn(request));
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
