import { Command, InvalidArgumentError } from 'commander';
import type { AuditEntry, AuditLog } from '../audit.js';
import type { Desk } from './desk.js';
import { table } from './terminal.js';

const PAGE = 1000;

function moment(text: string): Date {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new InvalidArgumentError('Write a time like 2026-11-21T14:05:00Z.');
  return date;
}

/** Every entry from `since` on, oldest first. Pages overlap in the moment they meet at. */
async function allEntries(audit: AuditLog, since: Date | undefined): Promise<readonly AuditEntry[]> {
  const entries = new Map<string, AuditEntry>();
  let from = since;
  for (;;) {
    const known = entries.size;
    const page = await audit.list(from, PAGE);
    for (const entry of page) entries.set(entry.id, entry);
    if (page.length < PAGE || entries.size === known) return [...entries.values()];
    from = page.at(-1)?.at;
  }
}

export const auditCommand = ({ withStores }: Desk): Command =>
  new Command('audit')
    .description('list who changed what, oldest first')
    .option('--since <time>', 'ISO 8601; everything by default', moment)
    .action((options: { since?: Date }) =>
      withStores(async ({ stores }) => {
        const entries = await allEntries(stores.audit, options.since);
        const rows = entries.map(({ at, actor, action, subject, facts }) => [
          ...[at.toISOString(), actor, action, subject],
          Object.keys(facts).length === 0 ? '' : JSON.stringify(facts),
        ]);
        const text = table(['at', 'actor', 'action', 'subject', 'facts'], rows, 'Nothing has been recorded.');
        return { json: entries, text };
      }),
    );
