/* The texts of notifications, by the name of their event. Facts and recipients are decided in delivery. */
import { SERVICE_NAME } from '../layout.js';
import { isolated } from '../parts/text/isolated.js';
import { CLIENT_NOTIFICATIONS } from './clients.js';
import { exactTime } from './exact-time.js';
import { receiverDisabled, when } from './notification-facts.js';
import type { NotificationFacts, WriteNotification } from './notification-facts.js';

const ROLES = { member: 'a member', admin: 'an administrator', owner: 'an owner' } as const;

function invited({ invitation }: NotificationFacts): readonly string[] {
  if (invitation === undefined) return [];
  const { inviter = 'An administrator', group, role, accepted } = invitation;
  const [inviterName, groupName] = [isolated(inviter), isolated(group)];
  return accepted
    ? [
        `${inviterName} added you to ${groupName} as ${ROLES[role]}.`,
        'Until you confirm it, nobody there sees or changes what is yours. You may also leave.',
      ]
    : [`${inviterName} invites you to ${groupName} as ${ROLES[role]}. You decide whether to join.`];
}

const passkeyChanged =
  (change: 'added to' | 'removed from', effect: string, otherwise: string): WriteNotification =>
  (facts) => ({
    subject: `A passkey was ${change} your ${SERVICE_NAME} account`,
    paragraphs: [
      `The passkey ${isolated(facts.passkey ?? '')} was ${change} your account. ${effect}`,
      when(facts),
    ],
    action: { label: 'See your passkeys', url: facts.links.security },
    otherwise: `Was it not you? ${otherwise}`,
  });

export const NOTIFICATIONS = {
  'grant.allowed': (facts) => ({
    subject: `${facts.client} can now use your ${SERVICE_NAME} account`,
    paragraphs: [`You allowed ${facts.client} to use your account.`, when(facts)],
    list: {
      title: 'It may:',
      items: facts.permissions.length > 0 ? facts.permissions : ['Do everything you can'],
    },
    action: { label: 'See and remove connected applications', url: facts.links.apps },
    otherwise: 'Was it not you? Remove the application there, and change your password.',
  }),
  'grant.ending': (facts) => ({
    subject: `${facts.client} soon loses access to your ${SERVICE_NAME} account`,
    paragraphs: [
      `You allowed ${facts.client} to use your account until ${exactTime(facts.at)}. From then on it has no access.`,
      'To let it go on, allow it again from the application itself. To end it now, remove it.',
    ],
    action: { label: 'See and remove connected applications', url: facts.links.apps },
  }),
  'account.password_changed': (facts) => ({
    subject: `Your ${SERVICE_NAME} password was changed`,
    paragraphs: ['Your password was changed. Every other browser was signed out.', when(facts)],
    action: { label: 'See where you are signed in', url: facts.links.security },
    otherwise: `Was it not you? Set a new password at ${facts.links.recover}`,
  }),
  'account.recovered': (facts) => ({
    subject: `Your ${SERVICE_NAME} password was changed`,
    paragraphs: [
      'A new password was set with a link for one use. Every browser was signed out.',
      when(facts),
    ],
    action: { label: 'See who else has access', url: facts.links.access },
    otherwise:
      'Was it not you? Somebody can read your mail. Secure your mailbox first, then set a new password.',
  }),
  'account.recovery_issued': (facts) => ({
    subject: `A link for a new ${SERVICE_NAME} password was made`,
    paragraphs: [
      'The operators of this service made a link with which a new password can be set for your account. They hand it over by another way than mail.',
      when(facts),
    ],
    otherwise: 'Did you not ask for it? Tell the operators of this service.',
  }),
  'account.email_change_requested': (facts) => ({
    subject: `Your ${SERVICE_NAME} account is to have another e-mail address`,
    paragraphs: [
      'Another address was entered for your account. This one stays until the other is confirmed with the link that was mailed there.',
      when(facts),
    ],
    action: { label: 'See it, or stop it', url: facts.links.security },
    otherwise: 'Was it not you? Stop it there, change your password, and see who else has access.',
  }),
  'passkey.added': passkeyChanged(
    'added to',
    'It signs you in without a password.',
    'Remove the passkey there, and change your password.',
  ),
  'passkey.removed': passkeyChanged(
    'removed from',
    'It no longer signs you in.',
    'Change your password, and see there where you are signed in.',
  ),
  'membership.created': (facts) => ({
    subject: `${facts.invitation?.accepted ? 'You were added to' : 'You are invited to'} ${facts.invitation?.group ?? ''}`,
    paragraphs: invited(facts),
    action: { label: 'Look at it', url: facts.links.invitation },
    otherwise: 'You do not know them? Do nothing, or say no on that page.',
  }),
  'webhook.disabled': (facts) => ({
    subject: `A webhook to ${facts.host ?? ''} was switched off`,
    ...receiverDisabled(facts, 'Nothing is sent there any more.'),
  }),
  ...CLIENT_NOTIFICATIONS,
} as const satisfies Readonly<Record<string, WriteNotification>>;

export type NotificationName = keyof typeof NOTIFICATIONS;

export const isNotificationName = (name: string): name is NotificationName =>
  Object.hasOwn(NOTIFICATIONS, name);
