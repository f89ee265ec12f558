/*
 * Writes the mail of a notification job. Everything but the bare facts is read when the mail is written, so that it goes
 * to the current address, and not at all to a disabled account.
 */
import { type MailBody, renderMail } from '../../views/mails/mail.js';
import type { NotificationFacts } from '../../views/mails/notification-facts.js';
import { isNotificationName, NOTIFICATIONS } from '../../views/mails/notifications.js';
import type { AccountStore } from '../accounts/store.js';
import type { ClientRecordStore } from '../clients/record-store.js';
import type { Client, ClientStore } from '../clients/store.js';
import type { OwnMembership, OwnMembershipStore } from '../scheduling/memberships/own-store.js';
import { SCOPES } from '../scopes/catalogue.js';
import { parseScope } from '../scopes/policy.js';
import { type ConnectionMailDeps, isConnectionMail, writeConnectionMail } from './connection-mail.js';
import { idIn } from '../events/definition.js';
import type { Job } from '../jobs/store.js';
import type { Mail } from './message-ports.js';

type Notification = Job<'notification'>['payload'];

export interface NotificationDeps extends ConnectionMailDeps {
  readonly accounts: AccountStore;
  readonly clients: ClientStore;
  readonly records: Pick<ClientRecordStore, 'testerInvitation'>;
  readonly ownMemberships: OwnMembershipStore;
  readonly settingsUrl: string;
  /** When a grant ends; undefined for one that has ended. */
  readonly grantEnd: (id: string) => Promise<Date | undefined>;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function permissionsOf(scope: unknown): readonly string[] {
  const names = new Set<string>(parseScope(text(scope) ?? '').names);
  return SCOPES.filter(({ name }) => names.has(name)).map(({ label }) => label);
}

const NO_CLIENT: Pick<Client, 'id' | 'name' | 'website'> = { id: '', name: '' };

/** Undefined for an application that was removed, or an invitation to test it that was answered or withdrawn. */
async function clientIn(
  { clients, records }: NotificationDeps,
  { subject, about, to, facts }: Notification,
): Promise<typeof NO_CLIENT | undefined> {
  const clientId = subject.startsWith('client:') ? idIn({ subject }) : text(facts['clientId']);
  if (clientId === undefined) return NO_CLIENT;
  if (about !== 'tester.added') return clients.find(clientId);
  const invitation = await records.testerInvitation(clientId, to);
  return invitation?.accepted === false ? { ...invitation, id: clientId } : undefined;
}

async function nameOfActor({ accounts }: NotificationDeps, by: unknown): Promise<string | undefined> {
  return typeof by === 'number' ? (await accounts.findById(by))?.name : undefined;
}

/** `gone`: the invitation was answered or withdrawn, so there is no mail. */
async function invitationIn(
  { ownMemberships }: NotificationDeps,
  { subject, to }: Notification,
): Promise<OwnMembership | 'gone' | undefined> {
  if (!subject.startsWith('membership:')) return undefined;
  const membership = await ownMemberships.find(to, Number(idIn({ subject })));
  return membership === undefined || membership.agreed ? 'gone' : membership;
}

/** `gone`: the grant has ended before its reminder is due. */
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
    by: await nameOfActor(deps, facts['by']),
    reason: text(facts['reason']),
    hint: text(facts['hint']),
    passkey: text(facts['name']),
    host: text(facts['host']),
    permissions: permissionsOf(facts['scope']),
    invitation: invitation && { ...invitation, group: invitation.group.name },
    links: {
      apps: `${appUrl}/settings/apps`,
      security: `${appUrl}/settings/security`,
      access: `${appUrl}/settings/security/access`,
      client: `${settingsUrl}/clients/${client.id}`,
      review: `${appUrl}/admin/clients/${client.id}`,
      recover: `${appUrl}/recover`,
      webhook: `${appUrl}/settings/webhooks/${text(facts['receiver']) ?? ''}`,
      testing: `${appUrl}/settings/testing/${client.id}`,
      invitation: `${appUrl}/teams/join/${invitation?.id ?? ''}`,
    },
  };
}

/** Undefined when the mail no longer applies. Throws when the event has no text. */
async function bodyFor(
  deps: NotificationDeps,
  notification: Notification,
  reader: string,
): Promise<MailBody | undefined> {
  const { about } = notification;
  if (isConnectionMail(about)) return writeConnectionMail(deps, about, notification);
  if (!isNotificationName(about)) throw new Error(`there is no mail for ${about}`);
  const facts = await factsOf(deps, notification, reader);
  return facts && NOTIFICATIONS[about](facts);
}

/** Undefined when the mail no longer applies or the account is gone or disabled. */
export async function writeNotification(
  deps: NotificationDeps,
  { id, payload }: Job<'notification'>,
): Promise<Mail | undefined> {
  const account = await deps.accounts.findById(payload.to);
  if (account === undefined || account.disabledAt !== undefined) return undefined;
  const { name: reader, email: address } = account;
  const body = await bodyFor(deps, payload, reader);
  return body && { id, to: { name: reader, address }, ...renderMail({ ...body, reader }) };
}
