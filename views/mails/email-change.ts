/* Mails of a change of address: to the new one, and to the one that was replaced. */
import { SERVICE_NAME } from '../layout.js';
import { exactTime } from './exact-time.js';
import type { MailText } from './mail.js';

export const emailChangeMailText = (reader: string, url: string): MailText => ({
  subject: `Confirm your new e-mail address for ${SERVICE_NAME}`,
  reader,
  paragraphs: [
    'Your account is to have this address. Until you confirm it, the old one stays.',
    'The link works once, for a day. You are asked to sign in first.',
  ],
  action: { label: 'Confirm the address', url },
  otherwise: 'Was it not you? Do nothing. Nobody can use your address then.',
});

export const emailChangedMailText = (reader: string, at: Date): MailText => ({
  subject: `Your ${SERVICE_NAME} account has another e-mail address`,
  reader,
  paragraphs: [
    'The new address was confirmed. From now on it signs in to your account, and mails are sent there.',
    `This happened on ${exactTime(at)}. Every other browser was signed out.`,
  ],
  otherwise: 'Was it not you? Tell the operators of this service: this address opens the account no longer.',
});
