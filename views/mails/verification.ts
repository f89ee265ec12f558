/* The words of the mail with a code. Not in its subject, which mail servers write into their logs. */
import { SERVICE_NAME } from '../layout.js';
import type { MailText } from './mail.js';

export const verificationMailText = (code: string): MailText => ({
  subject: `Your code for ${SERVICE_NAME}`,
  reader: 'there',
  paragraphs: [
    `Somebody wants to use this e-mail address with ${SERVICE_NAME}. This code says that you agree:`,
    code,
    'It works once, for ten minutes. Enter it only where you asked for it.',
  ],
  otherwise: 'Was it not you? Do nothing, and give the code to nobody.',
});
