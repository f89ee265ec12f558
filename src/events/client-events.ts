/* Events of clients and grants, and the payload of client webhooks: ids and times, no personal data. */
import { z } from 'zod';
import { present } from '../present.js';
import { type ClientWebhookEvent, defineEvent, type Effects, idIn } from './definition.js';
import { fieldChanges, flag, id, names, text } from './fact-schemas.js';

interface SubjectOf {
  readonly subject: string;
}

const mailManagers = (event: SubjectOf): Effects => ({ mail: { managersOfClient: idIn(event) } });
const mailAdministrators = (): Effects => ({ mail: 'administrators' });

const clientWebhook = (
  event: SubjectOf,
  facts: Readonly<Record<string, unknown>> = {},
): ClientWebhookEvent => {
  const clientId = idIn(event);
  return { clientId, lane: 'client', payload: { clientId, ...facts } };
};

const status = z.enum(['pending', 'approved', 'rejected', 'suspended']);
const VERDICT = { from: status, reason: text.exactOptional() };
const SECRET = { secret: text, hint: text };
const owner = z.object({ owner: id, team: id.nullable() });

const CLIENT = {
  name: text,
  purpose: text,
  website: text.exactOptional(),
  supportEmail: text.exactOptional(),
  privacyPolicy: text.exactOptional(),
  termsOfService: text.exactOptional(),
  logo: text.exactOptional(),
  kind: z.enum(['confidential', 'public']),
  status,
  legacy: flag,
  resourceServer: flag,
  owner: id,
  team: id.exactOptional(),
  redirectUris: names,
  scopes: names,
  secrets: z.array(z.object(SECRET)).readonly(),
};

const ids = z.array(id).readonly().exactOptional();

/** Teams and organizations only where the user chose some of them and a scope applies to them. */
const GRANT = { clientId: text, accountId: id, scope: text, teams: ids, organizations: ids };

interface GrantFacts {
  readonly clientId: string;
  readonly accountId: number;
}

interface GrantEvent<Facts extends GrantFacts = GrantFacts> extends SubjectOf {
  readonly facts: Facts;
}

/** `subject` of the payload is `sub` of introspection. */
function grantWebhook(
  event: GrantEvent,
  remains: Readonly<Record<string, unknown>> = {},
): ClientWebhookEvent {
  const { clientId, accountId } = event.facts;
  const grantId = idIn(event);
  return {
    clientId,
    lane: `grant:${grantId}`,
    payload: { clientId, grantId, subject: String(accountId), ...remains },
  };
}

const endGrant = (event: GrantEvent): Effects => ({ clientWebhook: grantWebhook(event) });

/** `installationsKeep`: every other scope was also taken from existing installations. */
const narrowGrants = (
  event: SubjectOf & { readonly facts: { readonly installationsKeep?: readonly string[] } },
): Effects => present({ narrowGrants: event.facts.installationsKeep && idIn(event) });

export const CLIENT_EVENTS = {
  'client.created': defineEvent('An application was registered.', CLIENT, ({ facts }) =>
    facts.status === 'pending' ? { mail: 'administrators' } : {},
  ),
  'client.removed': defineEvent('An application was removed.', CLIENT),
  'client.edited': defineEvent(
    'An application was edited.',
    {
      changed: fieldChanges,
      proposed: fieldChanges.exactOptional(),
      legacy: z.literal(false).exactOptional(),
      installationsKeep: names.exactOptional(),
    },
    (event) => ({
      ...narrowGrants(event),
      ...(event.facts.proposed && { mail: 'administrators' }),
    }),
  ),
  'client.resubmitted': defineEvent('A rejected application was submitted again.', {}, mailAdministrators),
  'client.pending': defineEvent('An application waits for its review.', VERDICT),
  'client.approved': defineEvent('An application was approved.', VERDICT, mailManagers),
  'client.rejected': defineEvent('An application was rejected.', VERDICT, mailManagers),
  'client.suspended': defineEvent('An application was suspended.', VERDICT, (event) => ({
    ...mailManagers(event),
    clientWebhook: clientWebhook(event),
  })),
  'client.resumed': defineEvent('The suspension of an application was lifted.', VERDICT, mailManagers),
  'client.scheme_allowed': defineEvent(
    'An administrator allowed a private-use scheme without a dot.',
    { scheme: text },
    mailManagers,
  ),
  'client.migration_started': defineEvent(
    'An administrator lets an application request retired scopes.',
    {},
    mailManagers,
  ),
  'client.migration_ended': defineEvent(
    'An application can no longer request retired scopes.',
    {},
    mailManagers,
  ),
  'client.transferred': defineEvent(
    'An application has another owner.',
    { by: id, from: owner, to: owner },
    ({ facts }) => ({ mail: { account: facts.by } }),
  ),
  'revision.approved': defineEvent(
    'Proposed changes were approved.',
    { changed: fieldChanges, installationsKeep: names.exactOptional() },
    (event) => ({ ...mailManagers(event), ...narrowGrants(event) }),
  ),
  'revision.rejected': defineEvent(
    'Proposed changes were rejected.',
    { reason: text, refused: fieldChanges },
    mailManagers,
  ),
  'revision.withdrawn': defineEvent('Proposed changes were withdrawn.', {}),
  'tester.added': defineEvent('A tester was invited.', { account: id, by: id }, ({ facts }) => ({
    mail: { account: facts.account },
  })),
  'tester.accepted': defineEvent('A tester accepted.', { account: id }),
  'tester.declined': defineEvent('A tester declined, or stopped testing.', { account: id }),
  'tester.removed': defineEvent('A tester was removed.', { account: id }),
  'secret.added': defineEvent('A client secret was created.', SECRET, mailManagers),
  'secret.removed': defineEvent('A client secret was removed.', SECRET, (event) => ({
    ...mailManagers(event),
    clientWebhook: clientWebhook(event, { secretId: event.facts.secret }),
  })),
  'client_webhook.added': defineEvent('An application got a webhook.', {}),
  'client_webhook.moved': defineEvent('The webhook of an application has another address.', {}),
  'client_webhook.secret_replaced': defineEvent('The webhook of an application has another secret.', {}),
  'client_webhook.removed': defineEvent('The webhook of an application was removed.', {}),
  'client_webhook.switched_on': defineEvent('The webhook of an application was switched on.', {}),
  'client_webhook.switched_off': defineEvent('The webhook of an application was switched off.', {}),
  'client_webhook.sent_again': defineEvent('A delivery is sent again.', { delivery: text }),
  'client_webhook.disabled': defineEvent(
    'The webhook of an application was switched off after failures.',
    { receiver: text, host: text, reason: text },
    mailManagers,
  ),
  'grant.allowed': defineEvent(
    'A user allowed an application to use their account.',
    { ...GRANT, until: text, ends: text, browser: text },
    (event) => {
      const { clientId, accountId } = event.facts;
      return { mail: { account: accountId }, watchGrant: { grantId: idIn(event), clientId, accountId } };
    },
  ),
  'grant.narrowed': defineEvent(
    'Permissions were removed from a grant.',
    { ...GRANT, changes: fieldChanges, narrowedBy: z.enum(['person', 'client']) },
    (event) => {
      const { scope, teams, organizations } = event.facts;
      const remains = { scope, ...present({ teams, organizations }) };
      return { clientWebhook: grantWebhook(event, remains) };
    },
  ),
  'grant.revoked': defineEvent(
    'A grant was revoked.',
    {
      ...GRANT,
      endedBy: z.enum([
        'person',
        'authorized_again',
        'client',
        'refresh_reused',
        'code_replayed',
        'organization',
        'recovery',
        'address_confirmed',
        'account_deleted',
        'scopes_removed',
      ]),
      organization: id.exactOptional(),
    },
    endGrant,
  ),
  'grant.expired': defineEvent('A grant expired.', { clientId: text, accountId: id }, endGrant),
  'refresh.reuse_detected': defineEvent('A refresh token was used twice.', {
    accountId: id,
    firstUse: z.object({ at: z.date(), clientIp: text }).exactOptional(),
  }),
  'refresh.repeated_elsewhere': defineEvent('A spent refresh token was repeated from another IP address.', {
    clientId: text,
    accountId: id,
    firstUse: z.object({ at: z.date(), clientIp: text }),
  }),
};
