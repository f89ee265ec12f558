/* The gateways that carry what the service tells people: mail and SMS. */
import { isPlainInProduction, readUrl } from './urls.js';
import type { Reading } from './variables.js';

export interface Gateways {
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string | undefined;
  readonly smsUrl: string | undefined;
}

// RFC 5322 section 3.4: an address alone, or a display name with the address in angle brackets.
const MAILBOX = /^(?:[^\p{Cc}<>@,]+ <[^\p{Cc}\s<>@,]+@[^\p{Cc}\s<>@,]+>|[^\p{Cc}\s<>@,]+@[^\p{Cc}\s<>@,]+)$/u;

function readMailFrom(reading: Reading): string | undefined {
  const text = reading.text('MAIL_FROM');
  const remedy = 'write it like Slotkey <no-reply@scheduling.example>';
  if (text !== undefined && !MAILBOX.test(text)) reading.fault('MAIL_FROM', 'is not a mail address', remedy);
  if (text === undefined && reading.text('SMTP_URL') !== undefined) {
    reading.fault('MAIL_FROM', 'is missing although SMTP_URL is set', remedy);
  }
  return text;
}

function readSmsUrl(reading: Reading, production: boolean): string | undefined {
  const url = readUrl(reading, 'SMS_URL', {
    schemes: ['https', 'http'],
    example: 'https://sms.example/send',
  });
  if (url && isPlainInProduction(url, production)) {
    reading.fault('SMS_URL', 'is plain http in production', 'use https');
  }
  return url?.href;
}

export function readGateways(reading: Reading, production: boolean): Gateways {
  const smtp = readUrl(reading, 'SMTP_URL', {
    schemes: ['smtp', 'smtps'],
    example: 'smtps://user:password@mail.example:465',
  });
  return { smtpUrl: smtp?.href, mailFrom: readMailFrom(reading), smsUrl: readSmsUrl(reading, production) };
}
