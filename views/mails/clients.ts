/* Notifications about an application: to those who manage it, to its testers, and to administrators. */
import { isolated } from '../parts/text/isolated.js';
import { receiverDisabled, withReason, when } from './notification-facts.js';
import type { NotificationFacts, WriteNotification } from './notification-facts.js';

const lookAtClient = ({ links }: NotificationFacts) => ({
  label: 'Look at the application',
  url: links.client,
});
const review = ({ links }: NotificationFacts) => ({ label: 'Review it', url: links.review });

export const CLIENT_NOTIFICATIONS = {
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
    paragraphs: [
      `${facts.client} was reviewed and not approved. Nobody can use it.`,
      ...withReason(facts.reason),
    ],
    action: lookAtClient(facts),
    otherwise: 'Change there what is wrong. An administrator then looks at it again.',
  }),
  'client.suspended': (facts) => ({
    subject: `${facts.client} is suspended`,
    paragraphs: [
      `${facts.client} was suspended. Its tokens are refused and nobody can authorize it.`,
      ...withReason(facts.reason),
    ],
    action: lookAtClient(facts),
  }),
  'client.resumed': (facts) => ({
    subject: `${facts.client} works again`,
    paragraphs: [`${facts.client} is no longer suspended. Everybody can use it again.`],
    action: lookAtClient(facts),
  }),
  'tester.added': (facts) => ({
    subject: `You are invited to test ${facts.client}`,
    paragraphs: [
      `${isolated(facts.by ?? 'A manager of the application')} invites you to test ${facts.client}. Our administrators have not reviewed this application yet; only those who make it and its testers can use it.`,
      facts.website === undefined
        ? 'If you accept, start in the application itself, and ask them where it is. It gets nothing of yours until you allow it.'
        : `If you accept, start in the application itself. They say that its website is ${facts.website}. It gets nothing of yours until you allow it.`,
    ],
    action: { label: 'See the invitation', url: facts.links.testing },
    otherwise: 'You do not know them? Do nothing: you test it only if you accept.',
  }),
  'client.scheme_allowed': (facts) => ({
    subject: `${facts.client} may use a scheme without a dot`,
    paragraphs: [
      `An administrator allowed ${facts.client} to use a scheme without a dot in its redirect URIs. Its page names it.`,
      when(facts),
    ],
    action: lookAtClient(facts),
    otherwise: 'You do not have to do anything.',
  }),
  'client.migration_started': (facts) => ({
    subject: `${facts.client} may request retired scopes`,
    paragraphs: [
      `An administrator marked ${facts.client} as migrating: in its requests READ_PROFILE means PROFILE_READ, and READ_BOOKING means BOOKING_READ.`,
      when(facts),
    ],
    action: lookAtClient(facts),
    otherwise: 'Request the scopes of today as soon as you can.',
  }),
  'client.migration_ended': (facts) => ({
    subject: `${facts.client} can no longer request retired scopes`,
    paragraphs: [
      `${facts.client} is no longer marked as migrating: requests for READ_PROFILE and READ_BOOKING are refused. Its grants stay as they are.`,
      when(facts),
    ],
    action: lookAtClient(facts),
    otherwise: 'Does it request the scopes of today? Then you do not have to do anything.',
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
      ...withReason(facts.reason),
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
  'client_webhook.disabled': (facts) => ({
    subject: `The webhook of ${facts.client} was switched off`,
    ...receiverDisabled(facts, `${facts.client} is no longer notified when a grant or a secret of it ends.`),
  }),
} as const satisfies Readonly<Record<string, WriteNotification>>;
