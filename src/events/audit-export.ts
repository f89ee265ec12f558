/* The audit log as JSON lines (jsonlines.org): one entry a line, one page of them in memory at a time. */
import type { AuditEntry, AuditFilter, AuditLog, AuditPage } from './audit-log.js';

const PAGE = 500;

/** Every entry that matches, page by page; no page is empty. */
export async function* entryPages(
  log: Pick<AuditLog, 'read'>,
  filter: AuditFilter,
  order: AuditPage['order'],
): AsyncGenerator<readonly AuditEntry[], undefined> {
  let behind: AuditEntry | undefined;
  for (;;) {
    const page = await log.read({ filter, order, behind, limit: PAGE });
    if (page.length > 0) yield page;
    behind = page.at(-1);
    if (page.length < PAGE) return undefined;
  }
}

/** With the members of `slotkey audit --json`. */
export const linesOf = (entries: readonly AuditEntry[]): string =>
  entries.map((entry) => JSON.stringify(entry)).join('\n');
