/* Mails with a link for one user: to a new account, to recover an account, and to confirm an address. */
import { SERVICE_NAME } from '../layout.js';
import { isolated } from '../parts/text/isolated.js';
import type { MailText } from './mail.js';

export const welcomeMailText = (reader: string, url: string, inviter: string): MailText => ({
  subject: `${inviter} made a ${SERVICE_NAME} account for you`,
  reader,
  paragraphs: [
    `${isolated(inviter)} made an account for you, as a member of their organization. Set a password to use it.`,
    'The link works once, for 7 days. Later, have a new one sent from the sign-in page.',
  ],
  action: { label: 'Set a password', url },
  otherwise: 'You do not know them? Do nothing. Without a password nobody can sign in.',
});

export const proofMailText = (reader: string, url: string): MailText => ({
  subject: `Confirm your e-mail address for ${SERVICE_NAME}`,
  reader,
  paragraphs: [
    'You made an account with this address. Confirm that it is yours, so that others can name you by it.',
    'The link works once, for 3 days. You are asked to sign in first.',
  ],
  action: { label: 'Confirm the address', url },
  otherwise: 'Was it not you? Do nothing. Nobody can use your address then.',
});

export const recoveryMailText = (reader: string, url: string, minutes: number): MailText => ({
  subject: `Set a new ${SERVICE_NAME} password`,
  reader,
  paragraphs: [`A new password was requested for your account. The link works once, for ${minutes} minutes.`],
  action: { label: 'Set a new password', url },
  otherwise: 'Was it not you? Do nothing. Your password stays as it is.',
});
