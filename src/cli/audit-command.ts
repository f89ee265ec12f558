import { Command, InvalidArgumentError } from 'commander';
import type { AuditEntry, AuditFilter } from '../events/audit-log.js';
import { entryPages, linesOf } from '../events/audit-export.js';
import {
  isEmptyPeriod,
  momentOf,
  clientIpOf,
  NO_CLIENT_IP,
  NO_TIME_BETWEEN,
} from '../events/audit-filter.js';
import { actorOf, subjectOf } from '../events/audit-parties.js';
import { badRequest } from '../errors.js';
import type { Stores } from '../stores.js';
import { noSuchAccount } from './accounts.js';
import { CLI, type CommandContext, type Open } from './command-context.js';
import { table } from './terminal.js';
import type { Output, Terminal } from './terminal.js';

interface AuditOptions {
  readonly since?: Date;
  readonly until?: Date;
  readonly actor?: string;
  readonly action?: string;
  readonly subject?: string;
  readonly clientIp?: string;
  readonly lines?: boolean;
}

const moment =
  (edge: 'first' | 'last') =>
  (text: string): Date => {
    const date = momentOf(text, edge);
    if (date === undefined)
      throw new InvalidArgumentError('Write a time like 2026-11-21T14:05:00Z, or a day.');
    return date;
  };

function address(text: string): string {
  const clientIp = clientIpOf(text);
  if (clientIp === undefined) throw new InvalidArgumentError(NO_CLIENT_IP);
  return clientIp;
}

async function party(
  text: string | undefined,
  read: typeof actorOf,
  { accounts: { accounts } }: Stores,
): Promise<string | undefined> {
  if (text === undefined) return undefined;
  const name = await read(text, (email) => accounts.findByEmail(email));
  if (name === undefined) throw noSuchAccount(text);
  return name;
}

async function filterOf(stores: Stores, options: AuditOptions): Promise<AuditFilter> {
  const { since, until, action, clientIp } = options;
  if (isEmptyPeriod(since, until)) throw badRequest(`--until: ${NO_TIME_BETWEEN}`);
  return {
    since,
    until,
    action,
    clientIp,
    actor: await party(options.actor, actorOf, stores),
    subject: await party(options.subject, subjectOf, stores),
  };
}

const asTable = (entries: readonly AuditEntry[]): string => {
  const rows = entries.map(({ at, actor, action, subject, facts }) => [
    ...[at.toISOString(), actor, action, subject],
    Object.keys(facts).length === 0 ? '' : JSON.stringify(facts),
  ]);
  return table(['at', 'actor', 'action', 'subject', 'facts'], rows, 'Nothing has been recorded.');
};

/** Undefined when it was printed page by page, so that the memory does not limit the length of the log. */
async function list(
  { stores }: Open,
  { print }: Terminal,
  options: AuditOptions,
): Promise<Output | undefined> {
  const pages = entryPages(stores.events.audit, await filterOf(stores, options), 'oldest');
  if (options.lines) {
    for await (const page of pages) print(linesOf(page));
    return undefined;
  }
  const entries: AuditEntry[] = [];
  for await (const page of pages) entries.push(...page);
  return { json: entries, text: asTable(entries) };
}

async function prune({ stores: { events } }: Open, before: Date): Promise<Output> {
  if (before.getTime() > Date.now()) throw badRequest('--before: That time is still to come.');
  const pruned = {
    action: 'audit.pruned',
    subject: 'audit',
    facts: { before: before.toISOString() },
  } as const;
  await events.audit.append({ ...CLI, ...pruned });
  let entries = 0;
  for (let batch = -1; batch !== 0; entries += batch) batch = await events.audit.prune(before);
  return { json: { entries }, text: `${entries} entries were deleted.` };
}

const pruneCommand = ({ withStores }: CommandContext): Command =>
  new Command('prune')
    .description('delete old entries; that is recorded')
    .requiredOption('--before <time>', 'ISO 8601: entries from before that time or day', moment('first'))
    .action(({ before }: { readonly before: Date }) => withStores((open) => prune(open, before)));

export const auditCommand = (context: CommandContext): Command =>
  new Command('audit')
    .description('list who changed what, oldest first')
    .option('--since <time>', 'ISO 8601, a day or a time; everything by default', moment('first'))
    .option('--until <time>', 'the same: before that time, or to the end of that day', moment('last'))
    .option('--actor <who>', 'e-mail address, client id, system or cli')
    .option('--action <name>', 'such as client.approved')
    .option('--subject <what>', 'client id or e-mail address; also where the facts name it')
    .option('--network <address>', 'such as 192.0.2.7', address)
    .option('--lines', 'print JSON lines, one entry each, instead of one document')
    .action((options: AuditOptions) => context.withStores((open) => list(open, context.terminal, options)))
    .addCommand(pruneCommand(context));
