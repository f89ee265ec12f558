/* The facts that notifications are written from, and the sentences that several of them share. */
import { exactTime } from './exact-time.js';
import type { MailBody } from './mail.js';

/** Everything that a notification may mention; each uses what it needs. */
export interface NotificationFacts {
  readonly reader: string;
  /** When it happened, or will happen. */
  readonly at: Date;
  readonly clientIp?: string | undefined;
  /** Name of the application. */
  readonly client: string;
  /** As entered by its developer. */
  readonly website?: string | undefined;
  /** Name of the user who made the change. */
  readonly by?: string | undefined;
  /** As entered by the administrator. */
  readonly reason?: string | undefined;
  /** Last characters of a secret. */
  readonly hint?: string | undefined;
  /** Name of the passkey. */
  readonly passkey?: string | undefined;
  /** Of the URL of a webhook. */
  readonly host?: string | undefined;
  readonly invitation?: InvitationFacts | undefined;
  /** What an application may do, a sentence each; empty when everything. */
  readonly permissions: readonly string[];
  readonly links: NotificationLinks;
}

export interface InvitationFacts {
  /** Name of the team or organization. */
  readonly group: string;
  /** Absent when the account was deleted. */
  readonly inviter?: string | undefined;
  readonly role: 'member' | 'admin' | 'owner';
  /** An administrator accepted it for the user. */
  readonly accepted: boolean;
}

export interface NotificationLinks {
  readonly apps: string;
  readonly security: string;
  /** Passkeys and applications on one page. */
  readonly access: string;
  readonly client: string;
  readonly review: string;
  readonly recover: string;
  readonly webhook: string;
  readonly invitation: string;
  /** The invitation to test the application. */
  readonly testing: string;
}

export const when = ({ at, clientIp }: NotificationFacts): string =>
  `This happened on ${exactTime(at)}${clientIp === undefined ? '' : ` from the IP address ${clientIp}`}.`;

export const withReason = (reason: string | undefined): readonly string[] =>
  reason === undefined ? [] : [`The reason: ${reason}`];

export const receiverDisabled = (
  { host = '', links }: NotificationFacts,
  consequence: string,
): Pick<MailBody, 'paragraphs' | 'action'> => ({
  paragraphs: [
    `Everything that was sent to ${host} has failed for 24 hours. ${consequence}`,
    'Fix the receiver, then switch the webhook on again. What it missed can be sent again from the same page.',
  ],
  action: { label: 'See what failed', url: links.webhook },
});

export type WriteNotification = (facts: NotificationFacts) => MailBody;
