/* What the request log keeps for how long. */
import { KEPT_DAYS } from '../../../src/request-log/store.js';
import type { Database } from '../connection.js';

// Requests under way when a client was removed arrive late, but not by a day.
const REMOVED = `select id from removed_client where removed_at > now() - interval '1 day'`;

/** Beyond this nobody recognizes a secret by its end. */
const SECRET_DAYS = 90;

export async function sweepRequestLog(db: Database): Promise<void> {
  await db.raw(
    `delete from client_request
    where at < now() - make_interval(days => ?) or client_id in (${REMOVED})`,
    [KEPT_DAYS],
  );
  await db.raw(
    `delete from client_request_day
    where day < cast(now() at time zone 'utc' as date) - cast(? as integer) or client_id in (${REMOVED})`,
    [KEPT_DAYS],
  );
  await db.raw(`delete from removed_client_secret where removed_at < now() - make_interval(days => ?)`, [
    SECRET_DAYS,
  ]);
}
