/*
 * Sends mails through the server of SMTP_URL. Every mail has a connection of its own, so that a lost connection costs one
 * attempt. It knows nothing about jobs, notifications or accounts. The library is loaded with the first mail.
 */
import { MINUTE } from '../../src/durations.js';
import type { Attachment, Dated, Mail, MailSender } from '../../src/delivery/message-ports.js';

export interface SmtpOptions {
  readonly url: string;
  /** `Slotkey <no-reply@scheduling.example>` */
  readonly from: string;
  readonly deadlineMs?: number;
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;
/** Less than the lease of a job (src/jobs/worker.ts), also for a server that answers a byte at a time. */
const DEADLINE_MS = 4 * MINUTE;

const domainOf = (from: string): string => /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'localhost';

/** Calendar programs read an event from the alternatives of the text (RFC 6047 section 2.4), people from attachments. */
const attachmentOptions = (attachments: readonly Attachment[]) => ({
  alternatives: attachments
    .filter(({ type }) => type.startsWith('text/calendar'))
    .slice(0, 1)
    .map(({ type, content }) => ({ contentType: type, content })),
  attachments: attachments.map(({ name, type, content }) => ({
    filename: name,
    contentType: type,
    content,
  })),
});

/** Only the display name changes: SPF (RFC 7208) covers our address alone. */
const fromWithName = (sender: string | undefined, from: string) =>
  sender === undefined ? from : { name: sender, address: /<([^<>]+)>$/.exec(from)?.[1] ?? from };

const message = (
  { id, to, sender, subject, text, html, date, attachments = [] }: Dated<Mail>,
  from: string,
) => ({
  from: fromWithName(sender, from),
  to,
  subject,
  date,
  text,
  html,
  ...attachmentOptions(attachments),
  messageId: `<${id}@${domainOf(from)}>`,
  // RFC 3834 section 5: prevents out-of-office replies.
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  });
}

export function createSmtpSender({ url, from, deadlineMs = DEADLINE_MS }: SmtpOptions): MailSender {
  let opening: ReturnType<typeof openTransport> | undefined;
  return async (mail) => {
    const transport = await (opening ??= openTransport(url));
    // Also ends the connection: a mail that is retried must not be finished by an earlier attempt.
    const signal = AbortSignal.timeout(deadlineMs);
    try {
      await transport.sendMail({ ...message(mail, from), signal });
    } catch (error) {
      throw signal.aborted ? new Error('the mail server took too long', { cause: error }) : error;
    }
  };
}
