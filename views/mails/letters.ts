/* The words of every mail. Each is a function of plain facts; which facts, and who reads it, is decided in delivery. */
import { SERVICE_NAME } from '../layout.js';
import { isolated } from '../parts/isolated.js';
import type { MailWords } from './mail.js';

/** What a letter may speak of; a letter uses what it needs. */
export interface LetterFacts {
  readonly reader: string;
  /** When it happened, or will happen. */
  readonly at: Date;
  /** Where the change came from. */
  readonly network?: string | undefined;
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
  readonly links: LetterLinks;
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

export interface LetterLinks {
  readonly apps: string;
  readonly security: string;
  readonly client: string;
  readonly review: string;
  readonly recover: string;
  readonly webhook: string;
  readonly invitation: string;
}

const clock = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

const when = ({ at, network }: LetterFacts): string =>
  `This happened on ${clock.format(at)} UTC${network === undefined ? '' : ` from the network address ${network}`}.`;

const told = (reason: string | undefined): readonly string[] =>
  reason === undefined ? [] : [`The reason: ${reason}`];

const lookAtClient = ({ links }: LetterFacts) => ({ label: 'Look at the application', url: links.client });
const review = ({ links }: LetterFacts) => ({ label: 'Review it', url: links.review });

const ROLES = { member: 'a member', admin: 'an administrator', owner: 'an owner' } as const;

const NOBODY: InvitationFacts = { place: '', role: 'member', accepted: false };

function invited({ invitation = NOBODY }: LetterFacts): readonly string[] {
  const { inviter = 'An administrator', place, role, accepted } = invitation;
  const [who, where] = [isolated(inviter), isolated(place)];
  return accepted
    ? [
        `${who} added you to ${where} as ${ROLES[role]}.`,
        'Until you confirm it, nobody there sees or changes what is yours. You may also leave.',
      ]
    : [`${who} invites you to ${where} as ${ROLES[role]}. You decide whether to join.`];
}

type Words = (facts: LetterFacts) => Omit<MailWords, 'reader'>;

export const LETTERS = {
  'grant.allowed': (facts) => ({
    subject: `${facts.client} can now use your ${SERVICE_NAME} account`,
    paragraphs: [`You allowed ${facts.client} to use your account.`, when(facts)],
    list: {
      title: 'It may:',
      items: facts.words.length > 0 ? facts.words : ['Do everything you can'],
    },
    action: { label: 'See and remove connected applications', url: facts.links.apps },
    otherwise: 'Was it not you? Remove the application there, and change your password.',
  }),
  'grant.ending': (facts) => ({
    subject: `${facts.client} soon loses access to your ${SERVICE_NAME} account`,
    paragraphs: [
      `You allowed ${facts.client} to use your account until ${clock.format(facts.at)} UTC. From then on it has no access.`,
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
    action: { label: 'See where you are signed in', url: facts.links.security },
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
  'passkey.added': (facts) => ({
    subject: `A passkey was added to your ${SERVICE_NAME} account`,
    paragraphs: [
      `The passkey ${isolated(facts.passkey ?? '')} was added to your account. It signs you in without a password.`,
      when(facts),
    ],
    action: { label: 'See your passkeys', url: facts.links.security },
    otherwise: 'Was it not you? Remove the passkey there, and change your password.',
  }),
  'passkey.removed': (facts) => ({
    subject: `A passkey was removed from your ${SERVICE_NAME} account`,
    paragraphs: [
      `The passkey ${isolated(facts.passkey ?? '')} was removed from your account. It no longer signs you in.`,
      when(facts),
    ],
    action: { label: 'See your passkeys', url: facts.links.security },
    otherwise: 'Was it not you? Change your password, and see there where you are signed in.',
  }),
  'membership.created': (facts) => ({
    subject: `${facts.invitation?.accepted ? 'You were added to' : 'You are invited to'} ${facts.invitation?.place ?? ''}`,
    paragraphs: invited(facts),
    action: { label: 'Look at it', url: facts.links.invitation },
    otherwise: 'You do not know them? Do nothing, or say no on that page.',
  }),
  'client.created': (facts) => ({
    subject: `${facts.client} waits for its review`,
    paragraphs: [
      `The application ${facts.client} was submitted. Until it is reviewed, only those who manage it and the testers they name can use it.`,
    ],
    action: review(facts),
  }),
  'client.resubmitted': (facts) => ({
    subject: `${facts.client} was changed after its rejection`,
    paragraphs: [
      `The application ${facts.client} was rejected, and has been changed since. Nobody can use it until it is reviewed again.`,
    ],
    action: review(facts),
  }),
  'client.edited': (facts) => ({
    subject: `${facts.client} proposes changes`,
    paragraphs: [`Changes to ${facts.client} are proposed. Until they are reviewed it stays as it is.`],
    action: review(facts),
  }),
  'client.approved': (facts) => ({
    subject: `${facts.client} is approved`,
    paragraphs: [`${facts.client} was reviewed and is approved. Everybody can use it now.`],
    action: lookAtClient(facts),
  }),
  'client.rejected': (facts) => ({
    subject: `${facts.client} was not approved`,
    paragraphs: [`${facts.client} was reviewed and not approved. Nobody can use it.`, ...told(facts.reason)],
    action: lookAtClient(facts),
    otherwise: 'Change there what is wrong. An administrator then looks at it again.',
  }),
  'client.suspended': (facts) => ({
    subject: `${facts.client} is suspended`,
    paragraphs: [
      `${facts.client} was suspended. Its tokens are refused and nobody can authorize it.`,
      ...told(facts.reason),
    ],
    action: lookAtClient(facts),
  }),
  'client.resumed': (facts) => ({
    subject: `${facts.client} works again`,
    paragraphs: [`${facts.client} is no longer suspended. Everybody can use it again.`],
    action: lookAtClient(facts),
  }),
  'tester.added': (facts) => ({
    subject: `You can try ${facts.client} before its review`,
    paragraphs: [
      `${isolated(facts.by ?? 'Somebody')} named you as a tester of ${facts.client}. Our administrators have not reviewed this application yet; only those who make it and its testers can use it.`,
      facts.website === undefined
        ? 'Start in the application itself, and ask them where it is. It gets nothing of yours until you allow it.'
        : `Start in the application itself. They say that its website is ${facts.website}. It gets nothing of yours until you allow it.`,
    ],
    action: { label: 'See and remove connected applications', url: facts.links.apps },
    otherwise: 'You do not know them? Do nothing.',
  }),
  'client.transferred': (facts) => ({
    subject: `${facts.client} has another owner`,
    paragraphs: [`You changed who owns ${facts.client}. Its tokens and secrets keep working.`, when(facts)],
    action: lookAtClient(facts),
    otherwise: 'Was it not you? Change your password, and ask the owners of the team to give it back.',
  }),
  'revision.approved': (facts) => ({
    subject: `Your changes to ${facts.client} are approved`,
    paragraphs: [`Your proposed changes to ${facts.client} were approved and are in effect.`],
    action: lookAtClient(facts),
  }),
  'revision.rejected': (facts) => ({
    subject: `Your changes to ${facts.client} were not approved`,
    paragraphs: [
      `Your proposed changes to ${facts.client} were not approved. It stays as it is.`,
      ...told(facts.reason),
    ],
    action: lookAtClient(facts),
  }),
  'secret.added': (facts) => ({
    subject: `${facts.client} has a new secret`,
    paragraphs: [`A secret that ends in ${facts.hint ?? ''} was created for ${facts.client}.`, when(facts)],
    action: lookAtClient(facts),
    otherwise: 'Was it not you? Remove the secret there, and change your password.',
  }),
  'secret.removed': (facts) => ({
    subject: `A secret of ${facts.client} was removed`,
    paragraphs: [
      `The secret that ends in ${facts.hint ?? ''} was removed from ${facts.client}. Requests with it fail from now on. Issued tokens stay valid.`,
      when(facts),
    ],
    action: lookAtClient(facts),
    otherwise: 'Was it not you? Create a new secret there, and change your password.',
  }),
  'webhook.disabled': (facts) => ({
    subject: `A webhook to ${facts.host ?? ''} was switched off`,
    paragraphs: [
      `Everything that was sent to ${facts.host ?? ''} has failed for 24 hours. Nothing is sent there any more.`,
      'Mend the receiver, then switch the webhook on again. What it missed can be sent again from the same page.',
    ],
    action: { label: 'See what failed', url: facts.links.webhook },
  }),
  'client_webhook.disabled': (facts) => ({
    subject: `The webhook of ${facts.client} was switched off`,
    paragraphs: [
      `Everything that was sent to ${facts.host ?? ''} has failed for 24 hours. ${facts.client} is not told any more when a grant or a secret of it ends.`,
      'Mend the receiver, then switch the webhook on again. What it missed can be sent again from the same page.',
    ],
    action: { label: 'See what failed', url: facts.links.webhook },
  }),
} as const satisfies Readonly<Record<string, Words>>;

export type LetterName = keyof typeof LETTERS;

export const isLetter = (name: string): name is LetterName => Object.hasOwn(LETTERS, name);

export const welcomeWords = (reader: string, url: string, inviter: string): MailWords => ({
  subject: `${inviter} made a ${SERVICE_NAME} account for you`,
  reader,
  paragraphs: [
    `${isolated(inviter)} made an account for you, as a member of their organization. Set a password to use it.`,
    'The link works once, for 7 days. Later, have a new one sent from the sign-in page.',
  ],
  action: { label: 'Set a password', url },
  otherwise: 'You do not know them? Do nothing. Without a password nobody can sign in.',
});

export const recoveryWords = (reader: string, url: string, minutes: number): MailWords => ({
  subject: `Set a new ${SERVICE_NAME} password`,
  reader,
  paragraphs: [
    `Somebody asked for a new password for your account. The link works once, for ${minutes} minutes.`,
  ],
  action: { label: 'Set a new password', url },
  otherwise: 'Was it not you? Do nothing. Your password stays as it is.',
});
