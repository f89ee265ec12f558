/* The audit log, for administrators: page by page, and as a file for other programs. */
import { AUDIT_TEXT } from '../../../views/audit/audit.js';
import { definePage, handlerWith, type Page } from '../page.js';
import {
  AUDIT_LINES_PATH,
  AUDIT_PATH,
  type AuditPagesDeps,
  downloadEntries,
  showEntries,
} from './log-pages.js';

export const AUDIT_LINK = {
  to: AUDIT_PATH,
  label: AUDIT_TEXT.title,
  detail: AUDIT_TEXT.detail,
  administrators: true,
} as const;

export function createAuditPages(deps: AuditPagesDeps): readonly Page[] {
  const handler = handlerWith(deps);
  return [
    definePage({ method: 'GET', path: AUDIT_PATH, who: 'admin', handle: handler(showEntries) }),
    definePage({ method: 'GET', path: AUDIT_LINES_PATH, who: 'admin', handle: handler(downloadEntries) }),
  ];
}
