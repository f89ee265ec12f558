/*
 * `/admin/audit`: who changed what, newest first, filtered and page by page; `/admin/audit.jsonl`: all of what the
 * filter leaves, for other programs. Both are for administrators; to everybody else there is nothing here.
 */
import { Readable } from 'node:stream';
import Router from 'koa-router';
import type { Context } from 'koa';
import { AUDIT_TEXT, AuditPage } from '../../../views/audit/audit.js';
import type { Account, AccountStore } from '../../accounts/store.js';
import type { CurrentUser } from '../session/user.js';
import type { AuditEntry, AuditFilter, AuditLog } from '../../events/audit-log.js';
import { badRequest, notFound } from '../../errors.js';
import { redirectAfterPost, sendPage } from '../../http/pages.js';
import { entryPages, linesOf } from './export-lines.js';
import { FILTER_FIELDS, type FilterFaults, readFilter, type ReadFilter, type TypedFilter } from './filter.js';
import { readCursor, writeCursor } from './cursor.js';
import { partiesOf, presentEntry } from './presenter.js';

export interface AuditPagesDeps {
  readonly audit: AuditLog;
  readonly accounts: Pick<AccountStore, 'findByEmail'>;
  readonly currentUser: CurrentUser;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const AUDIT_PATH = '/admin/audit';
const LINES_PATH = `${AUDIT_PATH}.jsonl`;
const FILE_NAME = 'slotkey-audit.jsonl';
const PAGE = 50;

/** What the home page shows of this room. */
export const AUDIT_LINK = {
  to: AUDIT_PATH,
  label: AUDIT_TEXT.title,
  detail: AUDIT_TEXT.detail,
  administrators: true,
} as const;

function parameter({ query }: Context, name: string): string {
  const value = query[name] ?? '';
  if (typeof value !== 'string') throw badRequest(`The address has the parameter ${name} more than once.`);
  return value.trim();
}

const typedIn = (ctx: Context): TypedFilter => ({
  actor: parameter(ctx, 'actor'),
  action: parameter(ctx, 'action'),
  subject: parameter(ctx, 'subject'),
  network: parameter(ctx, 'network'),
  since: parameter(ctx, 'since'),
  until: parameter(ctx, 'until'),
});

function addressOf(path: string, typed: TypedFilter, more: Readonly<Record<string, string>> = {}): string {
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

/** One more than is shown is asked for: whether there is another page. */
async function find({ audit }: AuditPagesDeps, ctx: Context, filter: AuditFilter): Promise<Found> {
  const text = parameter(ctx, 'behind');
  const behind = text === '' ? undefined : readCursor(text);
  if (text !== '' && behind === undefined) throw badRequest('The page cursor in the address is not valid. Start again from the newest entries.');
  const entries = await audit.read({ filter, order: 'newest', behind, limit: PAGE + 1 });
  return { entries: entries.slice(0, PAGE), more: entries.length > PAGE };
}

interface Shown extends Found {
  readonly typed: TypedFilter;
  readonly faults: FilterFaults;
}

async function show(
  deps: AuditPagesDeps,
  ctx: Context,
  user: Account,
  { typed, faults, entries, more }: Shown,
): Promise<void> {
  const [actions, names] = [await deps.audit.actions(), await deps.audit.names(partiesOf(entries))];
  const last = entries.at(-1);
  const props = {
    user,
    path: AUDIT_PATH,
    typed,
    faults,
    actions,
    entries: entries.map((entry) => presentEntry(entry, names)),
    now: new Date(deps.clock()),
    newest: parameter(ctx, 'behind') === '' ? undefined : addressOf(AUDIT_PATH, typed),
    older: more && last ? addressOf(AUDIT_PATH, typed, { behind: writeCursor(last) }) : undefined,
    download: addressOf(LINES_PATH, typed),
  };
  sendPage(ctx, Object.keys(faults).length > 0 ? 422 : 200, <AuditPage {...props} />);
}

async function page(deps: AuditPagesDeps, ctx: Context, user: Account): Promise<void> {
  const typed = typedIn(ctx);
  const read = await filterOf(deps, typed);
  if (read.kind === 'faulty') {
    await show(deps, ctx, user, { typed, faults: read.faults, entries: [], more: false });
  } else {
    await show(deps, ctx, user, { typed, faults: {}, ...(await find(deps, ctx, read.filter)) });
  }
}

async function lines(deps: AuditPagesDeps, ctx: Context): Promise<void> {
  const read = await filterOf(deps, typedIn(ctx));
  if (read.kind === 'faulty') throw badRequest(Object.values(read.faults).join(' '));
  const pages = entryPages(deps.audit, read.filter, 'newest');
  // Asked before the answer begins: a store that is silent is 503, not a file that breaks off.
  const first = await pages.next();
  ctx.set({ 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${FILE_NAME}"` });
  ctx.type = 'application/jsonl; charset=utf-8';
  ctx.body = Readable.from(textOf(first.value ?? [], pages));
}

async function* textOf(
  first: readonly AuditEntry[],
  rest: AsyncIterable<readonly AuditEntry[]>,
): AsyncGenerator<string> {
  if (first.length > 0) yield `${linesOf(first)}\n`;
  for await (const entries of rest) yield `${linesOf(entries)}\n`;
}

type Show = (deps: AuditPagesDeps, ctx: Context, user: Account) => Promise<void>;

const forAdministrators =
  (deps: AuditPagesDeps, answer: Show) =>
  async (ctx: Context): Promise<void> => {
    const account = (await deps.currentUser(ctx))?.account;
    if (account === undefined) {
      redirectAfterPost(ctx, `/sign-in?${new URLSearchParams({ return_to: ctx.url }).toString()}`);
    } else if (account.admin) {
      await answer(deps, ctx, account);
    } else {
      throw notFound();
    }
  };

export function createAuditPages(deps: AuditPagesDeps): Router {
  const router = new Router();
  router.get(AUDIT_PATH, forAdministrators(deps, page));
  router.get(LINES_PATH, forAdministrators(deps, lines));
  return router;
}
