/* The mail with a verification code. Mail servers log subjects, so the code is only in the text. */
import { SERVICE_NAME } from '../layout.js';
import type { MailText } from './mail.js';

export const verificationMailText = (code: string): MailText => ({
  subject: `Your code for ${SERVICE_NAME}`,
  code,
  paragraphs: [
    `This e-mail address is to be used with ${SERVICE_NAME}. This code says that you agree:`,
    'It works once, for ten minutes. Enter it only where you asked for it.',
  ],
  otherwise: 'Was it not you? Do nothing, and give the code to nobody.',
});
