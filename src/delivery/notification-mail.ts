/*
 * Writes letters: from a job to the mail that one person gets. Everything but the bare facts is read when the mail is
 * written, so that it goes to the address of now, and not at all to somebody whose account was disabled meanwhile.
 */
import type { NotificationFacts } from '../../views/mails/notification-facts.js';
import { isNotificationName, NOTIFICATIONS } from '../../views/mails/notifications.js';
import { renderMail } from '../../views/mails/mail.js';
import type { MailText } from '../../views/mails/mail.js';
import type { AccountStore } from '../accounts/store.js';
import type { ClientStore } from '../clients/store.js';
import type { OwnMembership, OwnMembershipStore } from '../scheduling/memberships/own-store.js';
import { SCOPES } from '../scopes/catalogue.js';
import { parseScope } from '../scopes/policy.js';
import { connectionMailText, isConnectionMail } from './connection-mail.js';
import type { ConnectionMailDeps } from './connection-mail.js';
import type { Job } from '../jobs/store.js';
import type { Mail } from './message-ports.js';

type Notification = Job<'notification'>['payload'];

export interface NotificationDeps extends ConnectionMailDeps {
  readonly accounts: AccountStore;
  readonly clients: ClientStore;
  readonly ownMemberships: OwnMembershipStore;
  readonly settingsUrl: string;
  /** When a grant ends; undefined for one that has ended, by whatever cause. */
  readonly grantEnd: (id: string) => Promise<Date | undefined>;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function wordsOf(scope: unknown): readonly string[] {
  const names = new Set<string>(parseScope(text(scope) ?? '').names);
  return SCOPES.filter(({ name }) => names.has(name)).map(({ words }) => words);
}

interface NamedApplication {
  readonly id: string;
  readonly name: string;
  readonly website?: string;
}

/**
 * Undefined for an application that was removed meanwhile, or that a tester needs no word of any more: there is nothing
 * left to say about it.
 */
async function clientIn(
  { clients }: NotificationDeps,
  { subject, about, to, facts }: Notification,
): Promise<NamedApplication | undefined> {
  const [noun, id] = subject.split(':');
  const clientId = noun === 'client' ? id : text(facts['clientId']);
  if (clientId === undefined) return { id: '', name: '' };
  const client = await clients.find(clientId);
  const tests = client?.status === 'pending' && client.testerIds.includes(to);
  return about === 'tester.added' && !tests ? undefined : client;
}

async function whoDid({ accounts }: NotificationDeps, { facts }: Notification): Promise<string | undefined> {
  const by = facts['by'];
  return typeof by === 'number' ? (await accounts.findById(by))?.name : undefined;
}

/** An invitation that was answered or taken back meanwhile needs no notification any more. */
async function invitationIn(
  { ownMemberships }: NotificationDeps,
  { subject, to }: Notification,
): Promise<OwnMembership | 'gone' | undefined> {
  const [noun, id] = subject.split(':');
  if (noun !== 'membership') return undefined;
  const membership = await ownMemberships.find(to, Number(id));
  return membership === undefined || membership.agreed ? 'gone' : membership;
}

/** What a notification that was written ahead of time is about may be gone by then. */
async function endIn(
  { grantEnd }: NotificationDeps,
  { facts }: Notification,
): Promise<Date | 'gone' | undefined> {
  const grant = text(facts['grant']);
  return grant === undefined ? undefined : ((await grantEnd(grant)) ?? 'gone');
}

async function factsOf(
  deps: NotificationDeps,
  notification: Notification,
  reader: string,
): Promise<NotificationFacts | undefined> {
  const [client, ends] = [await clientIn(deps, notification), await endIn(deps, notification)];
  const invitation = await invitationIn(deps, notification);
  if (client === undefined || ends === 'gone' || invitation === 'gone') return undefined;
  const { appUrl, settingsUrl } = deps;
  const { facts } = notification;
  return {
    reader,
    at: ends ?? new Date(notification.at),
    clientIp: notification.clientIp,
    client: client.name,
    website: client.website,
    by: await whoDid(deps, notification),
    reason: text(facts['reason']),
    hint: text(facts['hint']),
    passkey: text(facts['name']),
    host: text(facts['host']),
    words: wordsOf(facts['scope']),
    invitation: invitation && { ...invitation, place: invitation.group.name },
    links: {
      apps: `${appUrl}/settings/apps`,
      security: `${appUrl}/settings/security`,
      client: `${settingsUrl}/clients/${client.id}`,
      review: `${appUrl}/admin/clients/${client.id}`,
      recover: `${appUrl}/recover`,
      webhook: `${appUrl}/settings/webhooks/${text(facts['receiver']) ?? ''}`,
      invitation: `${appUrl}/teams/join/${invitation?.id ?? ''}`,
    },
  };
}

async function wordsFor(
  deps: NotificationDeps,
  notification: Notification,
  reader: string,
): Promise<Omit<MailText, 'reader'> | undefined> {
  const { about } = notification;
  if (isConnectionMail(about)) return connectionMailText(deps, notification);
  if (!isNotificationName(about)) return undefined;
  const facts = await factsOf(deps, notification, reader);
  return facts && NOTIFICATIONS[about](facts);
}

/** Undefined when nobody is to be written to any more. Throws for a notification that no words were written for. */
export async function writeNotification(
  deps: NotificationDeps,
  job: Job<'notification'>,
): Promise<Mail | undefined> {
  const notification = job.payload;
  const { about } = notification;
  if (!isNotificationName(about) && !isConnectionMail(about))
    throw new Error(`there are no words for ${about}`);
  const account = await deps.accounts.findById(notification.to);
  if (account === undefined || account.disabledAt !== undefined) return undefined;
  const { name, email: address } = account;
  const words = await wordsFor(deps, notification, name);
  return words && { id: job.id, to: { name, address }, ...renderMail({ ...words, reader: name }) };
}
