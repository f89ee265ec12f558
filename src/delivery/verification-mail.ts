/*
 * The mail with the code that verifies an address. The reader may not have asked for it, so it contains no text that
 * another user chose.
 */
import { renderMail } from '../../views/mails/mail.js';
import { verificationMailText } from '../../views/mails/verification.js';
import { openPayload } from './sms.js';
import type { SealedDeps } from './sms.js';
import type { Job } from '../jobs/store.js';
import type { Mail } from './message-ports.js';

interface Verification {
  readonly email: string;
  readonly code: string;
}

/** Undefined when the code has expired. */
export function writeVerification(deps: SealedDeps, job: Job<'verification'>): Mail | undefined {
  const plain = openPayload(deps, job);
  if (plain === undefined) return undefined;
  const { email: address, code } = JSON.parse(plain) as Verification;
  return { id: job.id, to: { name: '', address }, ...renderMail(verificationMailText(code)) };
}
