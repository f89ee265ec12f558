/*
 * Replies by idempotency key. The first request with a key writes its row: a second one waits for the end of that
 * transaction, and finds the reply, or nothing if the first one failed.
 */
import type {
  EarlierRequest,
  IdempotencyKey,
} from '../../../src/scheduling/bookings/creation/idempotency-key-store.js';
import type { Database } from '../connection.js';

interface ReplyRow {
  readonly request_hash: string;
  readonly answer: string;
}

export async function findEarlier(
  db: Database,
  key: IdempotencyKey,
  now: number,
): Promise<EarlierRequest | undefined> {
  const row = await db<ReplyRow>('idempotent_answer')
    .whereIn('key_hash', [...key.keyHashes])
    .where('expires_at', '>', new Date(now))
    .first('request_hash', 'answer');
  if (row === undefined) return undefined;
  return key.isSameRequest(row.request_hash)
    ? { kind: 'repeated', reply: row.answer }
    : { kind: 'key_used_before' };
}

const CLAIM = `
insert into idempotent_answer (key_hash, request_hash, answer, expires_at)
values (:key, :requestHash, '""', :expiresAt)
on conflict (key_hash) do update
  set request_hash = excluded.request_hash, answer = excluded.answer, expires_at = excluded.expires_at
  where idempotent_answer.expires_at <= :now
returning key_hash`;

/** Undefined when the key is now the caller's own; `storeReply` has to follow in the same transaction. */
export async function claimKey(
  trx: Database,
  key: IdempotencyKey,
  now: number,
): Promise<EarlierRequest | undefined> {
  const { requestHash, keyHashes, expiresAt } = key;
  const values = { key: keyHashes[0] ?? '', requestHash, expiresAt: new Date(expiresAt), now: new Date(now) };
  const { rows } = await trx.raw<{ rows: readonly unknown[] }>(CLAIM, values);
  return rows.length > 0 ? undefined : findEarlier(trx, key, now);
}

export async function storeReply(trx: Database, { keyHashes }: IdempotencyKey, reply: string): Promise<void> {
  await trx('idempotent_answer')
    .where({ key_hash: keyHashes[0] ?? '' })
    .update({ answer: JSON.stringify(reply) });
}

export async function sweepReplies(db: Database): Promise<void> {
  await db.raw('delete from idempotent_answer where expires_at < now()');
}
