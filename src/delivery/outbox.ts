/*
 * Where mails land without SMTP_URL, and text messages without SMS_URL: sealed in the database. What shows them is
 * web/outbox/pages.tsx.
 */
import type { KeyRing } from '../keys/key-ring.js';
import type { Dated, Mail, OutboxStore, Sms } from './message-ports.js';

export interface OutboxDeps {
  readonly outbox: OutboxStore;
  readonly keys: KeyRing;
}

type Message = Mail | Sms;

/** Carries both. */
export const createOutboxSender =
  ({ outbox, keys }: OutboxDeps) =>
  ({ date: createdAt, ...message }: Dated<Message>): Promise<void> =>
    outbox.put({ id: message.id, createdAt, sealed: keys.seal(JSON.stringify(message)) });

/** Newest first. Without those whose key has left the ring. */
export async function readOutbox(
  { outbox, keys }: OutboxDeps,
  limit: number,
): Promise<readonly (Message & { readonly at: Date })[]> {
  const kept = await outbox.list(limit);
  return kept.flatMap(({ sealed, createdAt }) => {
    const plain = keys.open(sealed);
    return plain === undefined ? [] : [{ ...(JSON.parse(plain) as Message), at: createdAt }];
  });
}
