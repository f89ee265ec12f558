/* What the words of letters are made of: plain facts, and the sentences that several of them share. */
import type { MailText } from './mail.js';

/** What a letter may speak of; a letter uses what it needs. */
export interface NotificationFacts {
  readonly reader: string;
  /** When it happened, or will happen. */
  readonly at: Date;
  /** Where the change came from. */
  readonly clientIp?: string | undefined;
  /** Name of the application. */
  readonly client: string;
  /** Its website, as its makers gave it. */
  readonly website?: string | undefined;
  /** Who did it. */
  readonly by?: string | undefined;
  /** The administrator's words. */
  readonly reason?: string | undefined;
  /** Last characters of a secret. */
  readonly hint?: string | undefined;
  /** What its owner called it. */
  readonly passkey?: string | undefined;
  /** Of the address that a webhook goes to. */
  readonly host?: string | undefined;
  /** To a team or an organization. */
  readonly invitation?: InvitationFacts | undefined;
  /** What an application may do, a sentence each; empty when everything. */
  readonly words: readonly string[];
  readonly links: NotificationLinks;
}

export interface InvitationFacts {
  /** Name of the team or organization. */
  readonly place: string;
  /** Who did it; absent when they are gone. */
  readonly inviter?: string | undefined;
  readonly role: 'member' | 'admin' | 'owner';
  /** An administrator said yes for them. */
  readonly accepted: boolean;
}

export interface NotificationLinks {
  readonly apps: string;
  readonly security: string;
  readonly client: string;
  readonly review: string;
  readonly recover: string;
  readonly webhook: string;
  readonly invitation: string;
}

export const clock = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

export const when = ({ at, clientIp }: NotificationFacts): string =>
  `This happened on ${clock.format(at)} UTC${clientIp === undefined ? '' : ` from the network address ${clientIp}`}.`;

export const withReason = (reason: string | undefined): readonly string[] =>
  reason === undefined ? [] : [`The reason: ${reason}`];

export type Words = (facts: NotificationFacts) => Omit<MailText, 'reader'>;
