/*
 * The ports of messages: what a sender takes, and the outbox that stands in for a mail server or an SMS gateway.
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
  /** The same at every attempt: receivers know by it that they have the mail already (RFC 5322 section 3.6.4). */
  readonly id: string;
  readonly to: { readonly name: string; readonly address: string };
  /** In whose name it is sent; the service's own when absent. */
  readonly sender?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly Attachment[];
}

/**
 * With when it was ready to go (RFC 5322 section 3.6.1). Several are carried at once, and mailboxes show them in this
 * order, whichever arrived first.
 */
export type Dated<Message> = Message & { readonly date: Date };

/** Resolves when somebody else is responsible for the mail; rejects when it should be tried again. */
export type MailSender = (mail: Dated<Mail>) => Promise<void>;

export interface Sms {
  /** The same at every attempt: a gateway knows by it that it has the message already. */
  readonly id: string;
  /** E.164 */
  readonly to: string;
  readonly text: string;
}

/** Resolves when somebody else is responsible for the message; rejects when it should be tried again. */
export type SmsSender = (message: Dated<Sms>) => Promise<void>;
