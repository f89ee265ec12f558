/*
 * The ports of messages: what a sender takes, and the outbox that replaces a mail server or an SMS gateway.
 * Adapters: adapters/mail/smtp.ts, adapters/sms/gateway.ts, adapters/knex/delivery/outbox.ts.
 */

/** A mail or a text message. */
export interface OutboxMail {
  readonly id: string;
  /** The `date` of the message. */
  readonly createdAt: Date;
  readonly sealed: string;
}

export interface OutboxStore {
  /** Once for each id, however often it is called. */
  put(mail: OutboxMail): Promise<void>;
  /** Newest first. */
  list(limit: number): Promise<readonly OutboxMail[]>;
}

export interface Attachment {
  readonly name: string;
  /** Media type with its parameters. */
  readonly type: string;
  readonly content: string;
}

export interface Mail {
  /** The same at every attempt, so that receivers recognise a repeated mail (RFC 5322 section 3.6.4). */
  readonly id: string;
  readonly to: { readonly name: string; readonly address: string };
  /** Display name of the sender; that of the service when absent. */
  readonly sender?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly Attachment[];
}

/**
 * With the time at which it was ready to be sent (RFC 5322 section 3.6.1). Mailboxes show messages that are sent at the
 * same time in this order.
 */
export type Dated<Message> = Message & { readonly date: Date };

/** Resolves when the mail server has accepted the mail; rejects when it should be tried again. */
export type MailSender = (mail: Dated<Mail>) => Promise<void>;

export interface Sms {
  /** The same at every attempt, so that a gateway recognises a repeated message. */
  readonly id: string;
  /** E.164 */
  readonly to: string;
  readonly text: string;
}

/** Resolves when the gateway has accepted the message; rejects when it should be tried again. */
export type SmsSender = (message: Dated<Sms>) => Promise<void>;
