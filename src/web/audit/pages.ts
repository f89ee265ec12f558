/* The audit log, for administrators: page by page, and as a file for other programs. */
import { definePage, handlerWith, type Page } from '../page.js';
import {
  AUDIT_LINES_PATH,
  AUDIT_PATH,
  type AuditPagesDeps,
  downloadEntries,
  showEntries,
} from './log-pages.js';

export function createAuditPages(deps: AuditPagesDeps): readonly Page[] {
  const handler = handlerWith(deps);
  return [
    definePage({ method: 'GET', path: AUDIT_PATH, who: 'admin', handle: handler(showEntries) }),
    definePage({ method: 'GET', path: AUDIT_LINES_PATH, who: 'admin', handle: handler(downloadEntries) }),
  ];
}
