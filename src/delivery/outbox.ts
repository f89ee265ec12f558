/* Where mails land without SMTP_URL: sealed in the database. What shows them is outbox-pages.tsx. */
import type { KeyRing } from '../key-ring.js';
import type { Mail, MailCarrier, OutboxStore } from './store.js';

export interface OutboxDeps {
  readonly outbox: OutboxStore;
  readonly keys: KeyRing;
}

export const createOutboxCarrier =
  ({ outbox, keys }: OutboxDeps): MailCarrier =>
  (mail) =>
    outbox.put(mail.id, keys.seal(JSON.stringify(mail)));

/** Newest first. Without those whose key has left the ring. */
export async function readOutbox(
  { outbox, keys }: OutboxDeps,
  limit: number,
): Promise<readonly (Mail & { readonly at: Date })[]> {
  const kept = await outbox.list(limit);
  return kept.flatMap(({ sealed, createdAt }) => {
    const plain = keys.open(sealed);
    return plain === undefined ? [] : [{ ...(JSON.parse(plain) as Mail), at: createdAt }];
  });
}
