/*
 * The outbox stores mails when SMTP_URL is not set, and text messages when SMS_URL is not set: sealed in the database.
 * Page: web/outbox/pages.tsx.
 */
import type { KeyRing } from '../keys/key-ring.js';
import type { Dated, Mail, OutboxStore, Sms } from './message-ports.js';

export interface OutboxDeps {
  readonly outbox: OutboxStore;
  readonly keys: KeyRing;
}

type Message = Mail | Sms;

export const createOutboxSender =
  ({ outbox, keys }: OutboxDeps) =>
  ({ date: createdAt, ...message }: Dated<Message>): Promise<void> =>
    outbox.put({ id: message.id, createdAt, sealed: keys.seal(JSON.stringify(message)) });

/** Newest first. Without those whose key has left the ring. */
export async function readOutbox(
  { outbox, keys }: OutboxDeps,
  limit: number,
): Promise<readonly (Message & { readonly at: Date })[]> {
  const messages = await outbox.list(limit);
  return messages.flatMap(({ sealed, createdAt }) => {
    const plain = keys.open(sealed);
    return plain === undefined ? [] : [{ ...(JSON.parse(plain) as Message), at: createdAt }];
  });
}
