/*
 * Answers that are given again. Whoever claims a key writes its row first: a second request with it waits for the end
 * of that transaction, and finds the answer, or nothing when it failed.
 */
import type {
  Earlier,
  IdempotencyKey,
} from '../../../src/scheduling/bookings/creation/idempotency-key-store.js';
import type { Database } from '../connection.js';

interface AnswerRow {
  readonly request_hash: string;
  readonly answer: string;
}

export async function findAnswer(
  db: Database,
  once: IdempotencyKey,
  now: number,
): Promise<Earlier | undefined> {
  const row = await db<AnswerRow>('idempotent_answer')
    .whereIn('key_hash', [...once.keyHashes])
    .where('expires_at', '>', new Date(now))
    .first('request_hash', 'answer');
  if (row === undefined) return undefined;
  return once.isSameRequest(row.request_hash)
    ? { kind: 'repeated', answer: row.answer }
    : { kind: 'key_used_before' };
}

const CLAIM = `
insert into idempotent_answer (key_hash, request_hash, answer, expires_at)
values (:key, :requestHash, '""', :expiresAt)
on conflict (key_hash) do update
  set request_hash = excluded.request_hash, answer = excluded.answer, expires_at = excluded.expires_at
  where idempotent_answer.expires_at <= :now
returning key_hash`;

/** Undefined when the key is now the caller's own; `keepAnswer` has to follow in the same transaction. */
export async function claimKey(
  trx: Database,
  once: IdempotencyKey,
  now: number,
): Promise<Earlier | undefined> {
  const { requestHash, keyHashes, expiresAt } = once;
  const values = { key: keyHashes[0] ?? '', requestHash, expiresAt: new Date(expiresAt), now: new Date(now) };
  const { rows } = await trx.raw<{ rows: readonly unknown[] }>(CLAIM, values);
  return rows.length > 0 ? undefined : findAnswer(trx, once, now);
}

export async function keepAnswer(
  trx: Database,
  { keyHashes }: IdempotencyKey,
  answer: string,
): Promise<void> {
  await trx('idempotent_answer')
    .where({ key_hash: keyHashes[0] ?? '' })
    .update({ answer: JSON.stringify(answer) });
}

export async function sweepAnswers(db: Database): Promise<void> {
  await db.raw('delete from idempotent_answer where expires_at < now()');
}
