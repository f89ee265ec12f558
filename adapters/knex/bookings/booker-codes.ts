/*
 * The codes of bookers. One statement compares a code and counts the attempt, so that parallel attempts cannot exceed the
 * limit. Using a code deletes its row, so that it makes one booking.
 */
import { emailKey } from '../../../src/email-address.js';
import type {
  Booker,
  BookerCodeStore,
} from '../../../src/scheduling/bookings/creation/verification-code-store.js';
import type { BookOrder } from '../../../src/scheduling/bookings/store.js';
import { isId, isStorable, mustBeStorable } from '../../storable.js';
import { emit } from '../events/emit.js';
import type { Database } from '../connection.js';
import { eventTypeSubject } from '../event-types/event-type-rows.js';
import { enqueue } from '../jobs/jobs.js';
import { inTransaction } from '../transaction.js';

const keyOf = ({ eventTypeId, email }: Booker) => ({
  event_type_id: eventTypeId,
  email_key: emailKey(email),
});

async function put(
  trx: Database,
  ...[booker, { codeHash, expiresAt }, job, actor]: Parameters<BookerCodeStore['put']>
): Promise<boolean> {
  const { eventTypeId } = booker;
  const eventType = trx('event_type').where({ id: eventTypeId }).forKeyShare();
  if ((await eventType.first('id')) === undefined) return false;
  const code = { code_hash: codeHash, tries: 0, tries_from: '{}', expires_at: expiresAt };
  const insert = trx('booker_code').insert({ ...keyOf(booker), ...code });
  await insert.onConflict(['event_type_id', 'email_key']).merge(code);
  const subject = eventTypeSubject(eventTypeId);
  await emit(trx, actor, { action: 'verification_code.requested', subject, facts: { kind: 'email' } });
  await enqueue(trx, [job]);
  return true;
}

const ATTEMPT = `
update booker_code set
  tries = tries + case when code_hash = any(:codeHashes) then 0 else 1 end,
  tries_from = case when code_hash = any(:codeHashes) then tries_from else tries_from || jsonb_build_object(
    cast(:from as text), coalesce(cast(tries_from ->> cast(:from as text) as integer), 0) + 1) end
where event_type_id = :event_type_id and email_key = :email_key and expires_at > :now and tries < :maxAttempts
  and coalesce(cast(tries_from ->> cast(:from as text) as integer), 0) < :maxAttemptsFrom
returning code_hash = any(:codeHashes) as right`;

async function isRight(
  db: Database,
  ...[booker, attempt]: Parameters<BookerCodeStore['isRight']>
): Promise<boolean> {
  const values = { ...keyOf(booker), ...attempt, codeHashes: [...attempt.codeHashes] };
  const { rows } = await db.raw<{ rows: readonly { readonly right: boolean }[] }>(ATTEMPT, values);
  return rows[0]?.right === true;
}

/** False when the code was used, replaced or has expired. */
export async function useBookerCode(
  trx: Database,
  { eventTypeId, bookerEmail: email, now }: BookOrder,
  codeHashes: readonly string[],
): Promise<boolean> {
  const used = await trx('booker_code')
    .where(keyOf({ eventTypeId, email }))
    .whereIn('code_hash', [...codeHashes])
    .where('expires_at', '>', new Date(now))
    .delete();
  return used > 0;
}

export const createBookerCodeStore = (db: Database): BookerCodeStore => ({
  async put(booker, ...code) {
    mustBeStorable(booker.email);
    return isId(booker.eventTypeId) && inTransaction(db, (trx) => put(trx, booker, ...code));
  },
  isRight: async (booker, attempt) =>
    isId(booker.eventTypeId) && isStorable(booker.email) && isRight(db, booker, attempt),
});

export async function sweepBookerCodes(db: Database): Promise<void> {
  await db.raw(`delete from booker_code where expires_at < now() - interval '1 day'`);
}
