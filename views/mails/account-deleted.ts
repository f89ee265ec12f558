/* The mail to the address of an account that was deleted. */
import { SERVICE_NAME } from '../layout.js';
import { exactTime } from './exact-time.js';
import type { MailText } from './mail.js';

export const accountDeletedMailText = (reader: string, at: Date): MailText => ({
  subject: `Your ${SERVICE_NAME} account is deleted`,
  reader,
  paragraphs: [
    `Your account was deleted on ${exactTime(at)}. Nothing has access to it any more, and your upcoming bookings are cancelled.`,
    'Your personal data is erased after a day. Until then it is kept for the mails and calendars of the cancelled bookings.',
  ],
  otherwise: 'Was it not you? Tell the operators of this service within that day.',
});
