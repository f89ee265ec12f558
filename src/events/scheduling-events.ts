/* Events of teams, schedules, event types, calendars and the other resources of /v2 except bookings. */
import { z } from 'zod';
import { defineEvent, type Effects, type EventDefinition, idIn } from './definition.js';
import { flag, id, names, text } from './fact-schemas.js';
import { TRIGGERS } from './triggers.js';

const slug = { slug: text };
const name = { name: text };
const role = z.enum(['member', 'admin', 'owner']);
const calendarKind = z.enum(['ics', 'apple', 'google', 'office365']);
const app = z.enum(['jitsi', 'zoom', 'google-meet', 'office365-video']);
const mailAccount = ({ facts }: { readonly facts: { readonly accountId: number } }): Effects => ({
  mail: { account: facts.accountId },
});

const MEMBERSHIP = { accountId: id, team: id };
const ORGANIZATION_LEFT = z.literal('organization').exactOptional();

const TEAM_EVENTS = {
  'team.created': defineEvent('A team was created.', { ...slug, owner: id, organization: id.nullable() }),
  'team.changed': defineEvent('A team was changed.', { changed: names }),
  'team.deleted': defineEvent('A team was deleted.', { ...slug, organization: id.nullable() }),
  'team.invite_opened': defineEvent('An invitation link to a team was created.', {
    expiresAt: text,
    maxUses: z.number().nullable(),
  }),
  'organization.created': defineEvent('An organization was created.', { ...slug, owner: id }),
  'organization.changed': defineEvent('An organization was changed.', {
    before: z.object({ ...name, ...slug }),
    after: z.object({ ...name, ...slug }),
  }),
  'organization.deleted': defineEvent('An organization was deleted.', {
    ...name,
    ...slug,
    people: z.number(),
    comingBookings: z.number(),
  }),
  'organization.admission_changed': defineEvent('An organization admits other applications.', {
    policy: z.enum(['every', 'listed']),
  }),
  'organization.client_admitted': defineEvent('An organization admitted an application.', { clientId: text }),
  'organization.client_dismissed': defineEvent('An organization no longer admits an application.', {
    clientId: text,
  }),
  'membership.created': defineEvent(
    'A member was added or invited.',
    { ...MEMBERSHIP, role, accepted: flag, agreed: flag },
    (event) => (event.facts.agreed ? {} : mailAccount(event)),
  ),
  'membership.changed': defineEvent('A membership was changed.', {
    ...MEMBERSHIP,
    role: role.exactOptional(),
    accepted: flag.exactOptional(),
    agreed: flag.exactOptional(),
    disable_impersonation: flag.exactOptional(),
    left: ORGANIZATION_LEFT,
  }),
  'membership.accepted': defineEvent('An invitation was accepted.', {
    ...MEMBERSHIP,
    invite: id.exactOptional(),
  }),
  'membership.removed': defineEvent('A membership ended.', { ...MEMBERSHIP, left: ORGANIZATION_LEFT }),
};

const ABSENCE = { account: id, stand_in: id.exactOptional() };
const LIMITS = {
  expiresAt: z.number().nullable().exactOptional(),
  maxUses: z.number().nullable().exactOptional(),
};
const WORKFLOW = { team: id, ...name, trigger: text };

const AVAILABILITY_EVENTS = {
  'schedule.created': defineEvent('A schedule was created.', { owner: id, default: flag }),
  'schedule.changed': defineEvent('A schedule was changed.', { owner: id, changed: names }),
  'schedule.removed': defineEvent('A schedule was removed.', { owner: id, default: id.exactOptional() }),
  'out_of_office.created': defineEvent('An absence was entered.', ABSENCE, () => ({
    triggers: ['OOO_CREATED'],
  })),
  'out_of_office.changed': defineEvent('An absence was changed.', ABSENCE),
  'out_of_office.removed': defineEvent('An absence was removed.', ABSENCE),
  'event_type.created': defineEvent('An event type was created.', {
    ...slug,
    lengthInMinutes: z.number().exactOptional(),
    team: id.exactOptional(),
    schedulingType: text.exactOptional(),
    owner: id.exactOptional(),
    parent: id.exactOptional(),
  }),
  'event_type.changed': defineEvent('An event type was changed.', {
    changed: names,
    parent: id.exactOptional(),
  }),
  'event_type.deleted': defineEvent('An event type was deleted.', slug),
  'private_link.created': defineEvent('A private link was created.', LIMITS),
  'private_link.changed': defineEvent('A private link was changed.', LIMITS),
  'private_link.deleted': defineEvent('A private link was deleted.', {}),
  'workflow.created': defineEvent('A workflow was created.', WORKFLOW),
  'workflow.changed': defineEvent('A workflow was changed.', WORKFLOW),
  'workflow.deleted': defineEvent('A workflow was deleted.', { team: id }),
  'verification_code.requested': defineEvent('A code to confirm an address was requested.', {
    kind: z.enum(['email', 'phone']),
  }),
  'verified_email.created': defineEvent('An email address was confirmed.', { id: id.exactOptional() }),
  'verified_phone.created': defineEvent('A phone number was confirmed.', { id: id.exactOptional() }),
};

const response = { responseId: id };

/** `fallback`: no route of the form matched. */
const responseCreated: EventDefinition<{ readonly responseId: number }, { readonly fallback: boolean }> = {
  wording: 'A routing form was answered.',
  facts: z.strictObject(response),
  effects: ({ details }) => ({
    triggers: ['FORM_SUBMITTED', ...(details.fallback ? (['ROUTING_FORM_FALLBACK_HIT'] as const) : [])],
  }),
};

const FORM_EVENTS = {
  'routing_form.created': defineEvent('A routing form was created.', { ...name, teamId: id }),
  'routing_form.changed': defineEvent('A routing form was changed.', { ...name, changed: names }),
  'routing_form.deleted': defineEvent('A routing form was deleted.', name),
  'routing_form_response.created': responseCreated,
  'routing_form_response.changed': defineEvent('An answer to a routing form was changed.', response),
  'routing_form_response.deleted': defineEvent('An answer to a routing form was deleted.', response),
};

const CONNECTION = { accountId: id, kind: calendarKind };

const CONNECTION_EVENTS = {
  'calendar.connected': defineEvent('A calendar account was connected.', CONNECTION),
  'calendar.disconnected': defineEvent('A calendar account was disconnected.', CONNECTION),
  'calendar.ended': defineEvent(
    'A calendar account has to be connected again.',
    { ...CONNECTION, endedAt: text },
    mailAccount,
  ),
  'calendar.silent': defineEvent(
    'A calendar could not be read for a long time.',
    { ...CONNECTION, endedAt: text },
    mailAccount,
  ),
  'calendar.selected': defineEvent('A calendar counts as busy time.', { accountId: id }),
  'calendar.deselected': defineEvent('A calendar no longer counts as busy time.', { accountId: id }),
  'calendar.destination_set': defineEvent('Bookings are written to a calendar.', { accountId: id }),
  'calendar.destination_unset': defineEvent('Bookings are no longer written to a calendar.', {}),
  'calendar.outage_set': defineEvent('How an unreadable calendar counts was changed.', {
    outage: z.enum(['block', 'last_known']),
  }),
  'conferencing.connected': defineEvent('A conferencing app was connected.', { app }),
  'conferencing.disconnected': defineEvent('A conferencing app was disconnected.', { app }),
  'conferencing.default_set': defineEvent('A conferencing app became the default.', { app }),
  'conferencing.ended': defineEvent(
    'A conferencing app has to be connected again.',
    { app, accountId: id.exactOptional(), teamId: id.exactOptional(), endedAt: text },
    // The app of a team concerns all who may connect it.
    ({ facts: { accountId, teamId } }) => {
      if (teamId !== undefined) return { mail: { administratorsOfTeam: teamId } };
      return accountId === undefined ? {} : { mail: { account: accountId } };
    },
  ),
};

const WEBHOOK = {
  eventTypeId: id.exactOptional(),
  accountId: id.exactOptional(),
  teamId: id.exactOptional(),
  host: text,
  triggers: z.array(z.enum(TRIGGERS)).readonly(),
  active: flag,
};

const WEBHOOK_EVENTS = {
  'webhook.created': defineEvent('A webhook was created.', WEBHOOK),
  'webhook.changed': defineEvent('A webhook was changed.', WEBHOOK),
  'webhook.removed': defineEvent('A webhook was removed.', WEBHOOK),
  'webhook.switched_on': defineEvent('A webhook was switched on.', {}),
  'webhook.switched_off': defineEvent('A webhook was switched off.', {}),
  'webhook.tested': defineEvent('A test event is sent to a webhook.', {}),
  'webhook.sent_again': defineEvent('A delivery is sent again.', { delivery: text }),
  'webhook.disabled': defineEvent(
    'A webhook was switched off after failures.',
    { receiver: text, host: text, reason: text },
    (event) => ({ mail: { managersOfWebhook: idIn(event) } }),
  ),
};

export const SCHEDULING_EVENTS = {
  ...TEAM_EVENTS,
  ...AVAILABILITY_EVENTS,
  ...FORM_EVENTS,
  ...CONNECTION_EVENTS,
  ...WEBHOOK_EVENTS,
};
