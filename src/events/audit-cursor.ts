/* The cursor of a page of the audit log, as a query parameter. */
import type { AuditCursor } from './audit-log.js';

const CURSOR =
  /^([12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})$/;

export const writeCursor = ({ at, id }: AuditCursor): string => `${at.toISOString()}_${id}`;

/** Undefined for a text that `writeCursor` did not write. */
export function readCursor(text: string): AuditCursor | undefined {
  const [, at = '', id = ''] = CURSOR.exec(text) ?? [];
  const moment = new Date(at);
  return Number.isNaN(moment.getTime()) ? undefined : { at: moment, id };
}
