/*
 * Hands mails to the server that SMTP_URL names. Every mail has a connection of its own, so that a server that went
 * away costs one try. Knows nothing of jobs, letters or people.
 */
import { createTransport } from 'nodemailer';
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

/** Calendars look for an event among the forms of the text (RFC 6047 section 2.4), people among the attachments. */
const carried = (attachments: readonly Attachment[]) => ({
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

/** The address stays ours: others may not send in its place (RFC 7208). */
const inTheNameOf = (sender: string | undefined, from: string) =>
  sender === undefined ? from : { name: sender, address: /<([^<>]+)>$/.exec(from)?.[1] ?? from };

const message = (
  { id, to, sender, subject, text, html, date, attachments = [] }: Dated<Mail>,
  from: string,
) => ({
  from: inTheNameOf(sender, from),
  to,
  subject,
  date,
  text,
  html,
  ...carried(attachments),
  messageId: `<${id}@${domainOf(from)}>`,
  // RFC 3834 section 5: nobody's out-of-office answers a machine.
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

export function createSmtpSender({ url, from, deadlineMs = DEADLINE_MS }: SmtpOptions): MailSender {
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  });
  return async (mail) => {
    // Ends the connection too: a mail that is given up and tried again must not be finished behind our back.
    const signal = AbortSignal.timeout(deadlineMs);
    try {
      await transport.sendMail({ ...message(mail, from), signal });
    } catch (error) {
      throw signal.aborted ? new Error('the mail server took too long', { cause: error }) : error;
    }
  };
}
