/*
 * The documented endpoints with their scopes and roles. Written by hand from the list of endpoints, beside the
 * routes and not from them, so that an error in one of the two is detected.
 */
import type { Access, Method } from '../../src/api/route.js';
import type { RoleNeeded } from '../../src/api/role.js';

export interface Endpoint {
  readonly method: Method;
  readonly path: string;
  readonly access: Access;
  readonly role?: RoleNeeded;
}

type Row = readonly [method: Method, path: string, access: Access, role?: RoleNeeded];

// prettier-ignore
const TABLE: readonly Row[] = [
  // Profile.
  ['GET', '/v2/me', 'PROFILE_READ'],
  ['PATCH', '/v2/me', 'PROFILE_WRITE'],
  // Booking limits.
  ['GET', '/v2/me/booking-limits', 'PROFILE_READ'],
  ['PATCH', '/v2/me/booking-limits', 'PROFILE_WRITE'],
  ['DELETE', '/v2/me/booking-limits', 'PROFILE_WRITE'],
  // Out of office.
  ['GET', '/v2/me/ooo', 'SCHEDULE_READ'],
  ['POST', '/v2/me/ooo', 'SCHEDULE_WRITE'],
  ['PATCH', '/v2/me/ooo/:oooId', 'SCHEDULE_WRITE'],
  ['DELETE', '/v2/me/ooo/:oooId', 'SCHEDULE_WRITE'],
  // Schedules.
  ['GET', '/v2/schedules', 'SCHEDULE_READ'],
  ['GET', '/v2/schedules/default', 'SCHEDULE_READ'],
  ['GET', '/v2/schedules/:scheduleId', 'SCHEDULE_READ'],
  ['POST', '/v2/schedules', 'SCHEDULE_WRITE'],
  ['PATCH', '/v2/schedules/:scheduleId', 'SCHEDULE_WRITE'],
  ['DELETE', '/v2/schedules/:scheduleId', 'SCHEDULE_WRITE'],
  // Event types.
  ['GET', '/v2/event-types', 'EVENT_TYPE_READ'],
  ['GET', '/v2/event-types/:eventTypeId', 'EVENT_TYPE_READ'],
  ['POST', '/v2/event-types', 'EVENT_TYPE_WRITE'],
  ['PATCH', '/v2/event-types/:eventTypeId', 'EVENT_TYPE_WRITE'],
  ['DELETE', '/v2/event-types/:eventTypeId', 'EVENT_TYPE_WRITE'],
  // Private links.
  ['GET', '/v2/event-types/:eventTypeId/private-links', 'EVENT_TYPE_READ'],
  ['POST', '/v2/event-types/:eventTypeId/private-links', 'EVENT_TYPE_WRITE'],
  ['PATCH', '/v2/event-types/:eventTypeId/private-links/:linkId', 'EVENT_TYPE_WRITE'],
  ['DELETE', '/v2/event-types/:eventTypeId/private-links/:linkId', 'EVENT_TYPE_WRITE'],
  // Calendars.
  ['GET', '/v2/calendars', 'APPS_READ'],
  ['GET', '/v2/calendars/busy-times', 'APPS_READ'],
  ['GET', '/v2/calendars/:calendar/check', 'APPS_READ'],
  ['GET', '/v2/calendars/:calendar/connect', 'APPS_WRITE'],
  ['GET', '/v2/calendars/:calendar/save', 'public'],
  ['POST', '/v2/calendars/:calendar/disconnect', 'APPS_WRITE'],
  ['GET', '/v2/calendars/ics-feed/check', 'APPS_READ'],
  ['POST', '/v2/calendars/ics-feed/save', 'APPS_WRITE'],
  ['POST', '/v2/calendars/ics-feed/feeds', 'APPS_WRITE'],
  ['DELETE', '/v2/calendars/ics-feed/feeds/:externalId', 'APPS_WRITE'],
  ['POST', '/v2/calendars/:calendar/credentials', 'APPS_WRITE'],
  ['GET', '/v2/calendars/:calendar/event/:eventUid', 'APPS_READ'],
  ['PATCH', '/v2/calendars/:calendar/events/:eventUid', 'APPS_WRITE'],
  ['POST', '/v2/selected-calendars', 'APPS_WRITE'],
  ['DELETE', '/v2/selected-calendars', 'APPS_WRITE'],
  ['PUT', '/v2/destination-calendars', 'APPS_WRITE'],
  // Conferencing.
  ['GET', '/v2/conferencing', 'APPS_READ'],
  ['GET', '/v2/conferencing/default', 'APPS_READ'],
  ['POST', '/v2/conferencing/:app/connect', 'APPS_WRITE'],
  ['GET', '/v2/conferencing/:app/oauth/auth-url', 'APPS_WRITE'],
  ['GET', '/v2/conferencing/:app/oauth/callback', 'public'],
  ['POST', '/v2/conferencing/:app/default', 'APPS_WRITE'],
  ['DELETE', '/v2/conferencing/:app/disconnect', 'APPS_WRITE'],
  ['POST', '/v2/conferencing/:app/events', 'public'],
  ['GET', '/v2/organizations/:orgId/teams/:teamId/conferencing', 'TEAM_APPS_READ', 'team admin'],
  ['GET', '/v2/organizations/:orgId/teams/:teamId/conferencing/default', 'TEAM_APPS_READ', 'team admin'],
  ['POST', '/v2/organizations/:orgId/teams/:teamId/conferencing/:app/connect', 'TEAM_APPS_WRITE', 'team admin'],
  ['GET', '/v2/organizations/:orgId/teams/:teamId/conferencing/:app/oauth/auth-url', 'TEAM_APPS_WRITE', 'team admin'],
  ['GET', '/v2/organizations/:orgId/teams/:teamId/conferencing/:app/oauth/callback', 'TEAM_APPS_WRITE', 'team admin'],
  ['POST', '/v2/organizations/:orgId/teams/:teamId/conferencing/:app/default', 'TEAM_APPS_WRITE', 'team admin'],
  ['DELETE', '/v2/organizations/:orgId/teams/:teamId/conferencing/:app/disconnect', 'TEAM_APPS_WRITE', 'team admin'],
  // Webhooks.
  ['GET', '/v2/webhooks', 'WEBHOOK_READ'],
  ['GET', '/v2/webhooks/:webhookId', 'WEBHOOK_READ'],
  ['POST', '/v2/webhooks', 'WEBHOOK_WRITE'],
  ['PATCH', '/v2/webhooks/:webhookId', 'WEBHOOK_WRITE'],
  ['DELETE', '/v2/webhooks/:webhookId', 'WEBHOOK_WRITE'],
  ['GET', '/v2/event-types/:eventTypeId/webhooks', 'EVENT_TYPE_READ'],
  ['GET', '/v2/event-types/:eventTypeId/webhooks/:webhookId', 'EVENT_TYPE_READ'],
  ['POST', '/v2/event-types/:eventTypeId/webhooks', 'EVENT_TYPE_WRITE'],
  ['PATCH', '/v2/event-types/:eventTypeId/webhooks/:webhookId', 'EVENT_TYPE_WRITE'],
  ['DELETE', '/v2/event-types/:eventTypeId/webhooks/:webhookId', 'EVENT_TYPE_WRITE'],
  ['DELETE', '/v2/event-types/:eventTypeId/webhooks', 'EVENT_TYPE_WRITE'],
  ['GET', '/v2/teams/:teamId/event-types/:eventTypeId/webhooks', 'TEAM_EVENT_TYPE_READ', 'team member'],
  ['GET', '/v2/teams/:teamId/event-types/:eventTypeId/webhooks/:webhookId', 'TEAM_EVENT_TYPE_READ', 'team member'],
  ['POST', '/v2/teams/:teamId/event-types/:eventTypeId/webhooks', 'TEAM_EVENT_TYPE_WRITE', 'team admin'],
  ['PATCH', '/v2/teams/:teamId/event-types/:eventTypeId/webhooks/:webhookId', 'TEAM_EVENT_TYPE_WRITE', 'team admin'],
  ['DELETE', '/v2/teams/:teamId/event-types/:eventTypeId/webhooks/:webhookId', 'TEAM_EVENT_TYPE_WRITE', 'team admin'],
  ['DELETE', '/v2/teams/:teamId/event-types/:eventTypeId/webhooks', 'TEAM_EVENT_TYPE_WRITE', 'team admin'],
  ['GET', '/v2/organizations/:orgId/webhooks', 'ORG_WEBHOOK_READ', 'org admin'],
  ['GET', '/v2/organizations/:orgId/webhooks/:webhookId', 'ORG_WEBHOOK_READ', 'org admin'],
  ['POST', '/v2/organizations/:orgId/webhooks', 'ORG_WEBHOOK_WRITE', 'org admin'],
  ['PATCH', '/v2/organizations/:orgId/webhooks/:webhookId', 'ORG_WEBHOOK_WRITE', 'org admin'],
  ['DELETE', '/v2/organizations/:orgId/webhooks/:webhookId', 'ORG_WEBHOOK_WRITE', 'org admin'],
  // Time zones.
  ['GET', '/v2/timezones', 'public'],
  // Tokens.
  ['GET', '/v2/auth/explain', 'public'],
  // Clients.
  ['GET', '/v2/auth/oauth2/clients/:clientId', 'public'],
  // Slots.
  ['GET', '/v2/slots', 'public'],
  ['POST', '/v2/slots/reservations', 'public'],
  ['GET', '/v2/slots/reservations/:uid', 'public'],
  ['PATCH', '/v2/slots/reservations/:uid', 'public'],
  ['DELETE', '/v2/slots/reservations/:uid', 'public'],
  // Bookings.
  ['POST', '/v2/bookings', 'public'],
  ['POST', '/v2/bookings/:bookingUid/reschedule', 'public'],
  ['POST', '/v2/bookings/:bookingUid/cancel', 'public'],
  ['GET', '/v2/bookings/:bookingUid', 'BOOKING_READ'],
  ['GET', '/v2/bookings/by-seat/:seatUid', 'BOOKING_READ'],
  ['GET', '/v2/bookings', 'BOOKING_READ'],
  ['GET', '/v2/bookings/:bookingUid/recordings', 'BOOKING_READ'],
  ['GET', '/v2/bookings/:bookingUid/transcripts', 'BOOKING_READ'],
  ['GET', '/v2/bookings/:bookingUid/calendar-links', 'BOOKING_READ'],
  ['GET', '/v2/bookings/:bookingUid/references', 'BOOKING_READ'],
  ['GET', '/v2/bookings/:bookingUid/conferencing-sessions', 'BOOKING_READ'],
  ['PATCH', '/v2/bookings/:bookingUid/location', 'BOOKING_WRITE'],
  ['POST', '/v2/bookings/:bookingUid/confirm', 'BOOKING_WRITE'],
  ['POST', '/v2/bookings/:bookingUid/decline', 'BOOKING_WRITE'],
  ['POST', '/v2/bookings/:bookingUid/mark-absent', 'BOOKING_WRITE'],
  ['POST', '/v2/bookings/:bookingUid/reassign', 'BOOKING_WRITE'],
  ['POST', '/v2/bookings/:bookingUid/reassign/:userId', 'BOOKING_WRITE'],
  ['POST', '/v2/bookings/:bookingUid/request-reschedule', 'BOOKING_WRITE'],
  ['GET', '/v2/bookings/:bookingUid/attendees', 'BOOKING_READ'],
  ['GET', '/v2/bookings/:bookingUid/attendees/:attendeeId', 'BOOKING_READ'],
  ['POST', '/v2/bookings/:bookingUid/attendees', 'BOOKING_WRITE'],
  ['POST', '/v2/bookings/:bookingUid/guests', 'BOOKING_WRITE'],
  // Bookings of teams and organizations.
  ['GET', '/v2/teams/:teamId/bookings', 'TEAM_BOOKING_READ', 'team admin'],
  ['POST', '/v2/teams/:teamId/bookings', 'TEAM_BOOKING_WRITE', 'team admin'],
  ['PATCH', '/v2/teams/:teamId/bookings/:bookingUid', 'TEAM_BOOKING_WRITE', 'team admin'],
  ['DELETE', '/v2/teams/:teamId/bookings/:bookingUid', 'TEAM_BOOKING_WRITE', 'team admin'],
  ['GET', '/v2/organizations/:orgId/teams/:teamId/bookings', 'TEAM_BOOKING_READ', 'team admin'],
  ['GET', '/v2/organizations/:orgId/teams/:teamId/bookings/:bookingUid/references', 'TEAM_BOOKING_READ', 'team admin'],
  ['POST', '/v2/organizations/:orgId/teams/:teamId/bookings', 'TEAM_BOOKING_WRITE', 'team admin'],
  ['PATCH', '/v2/organizations/:orgId/teams/:teamId/bookings/:bookingUid', 'TEAM_BOOKING_WRITE', 'team admin'],
  ['DELETE', '/v2/organizations/:orgId/teams/:teamId/bookings/:bookingUid', 'TEAM_BOOKING_WRITE', 'team admin'],
  ['GET', '/v2/organizations/:orgId/bookings', 'ORG_BOOKING_READ', 'org admin'],
  ['GET', '/v2/organizations/:orgId/users/:userId/bookings', 'ORG_BOOKING_READ', 'org admin'],
  ['POST', '/v2/organizations/:orgId/bookings', 'ORG_BOOKING_WRITE', 'org admin'],
  ['PATCH', '/v2/organizations/:orgId/bookings/:bookingUid', 'ORG_BOOKING_WRITE', 'org admin'],
  ['DELETE', '/v2/organizations/:orgId/bookings/:bookingUid', 'ORG_BOOKING_WRITE', 'org admin'],
  // Teams.
  ['GET', '/v2/teams', 'TEAM_PROFILE_READ'],
  ['GET', '/v2/teams/:teamId', 'TEAM_PROFILE_READ', 'team member'],
  ['POST', '/v2/teams', 'TEAM_PROFILE_WRITE'],
  ['PATCH', '/v2/teams/:teamId', 'TEAM_PROFILE_WRITE', 'team owner'],
  ['DELETE', '/v2/teams/:teamId', 'TEAM_PROFILE_WRITE', 'team owner'],
  ['GET', '/v2/organizations/:orgId/teams', 'ORG_PROFILE_READ', 'org admin'],
  ['GET', '/v2/organizations/:orgId/teams/me', 'ORG_PROFILE_READ', 'org member'],
  ['GET', '/v2/organizations/:orgId/teams/:teamId', 'TEAM_PROFILE_READ', 'team admin'],
  ['POST', '/v2/organizations/:orgId/teams', 'ORG_PROFILE_WRITE', 'org admin'],
  ['PATCH', '/v2/organizations/:orgId/teams/:teamId', 'TEAM_PROFILE_WRITE', 'org admin'],
  ['DELETE', '/v2/organizations/:orgId/teams/:teamId', 'TEAM_PROFILE_WRITE', 'org admin'],
  // Team memberships.
  ['GET', '/v2/teams/:teamId/memberships', 'TEAM_MEMBERSHIP_READ', 'team admin'],
  ['GET', '/v2/teams/:teamId/memberships/:membershipId', 'TEAM_MEMBERSHIP_READ', 'team admin'],
  ['POST', '/v2/teams/:teamId/memberships', 'TEAM_MEMBERSHIP_WRITE', 'team admin'],
  ['PATCH', '/v2/teams/:teamId/memberships/:membershipId', 'TEAM_MEMBERSHIP_WRITE', 'team admin'],
  ['DELETE', '/v2/teams/:teamId/memberships/:membershipId', 'TEAM_MEMBERSHIP_WRITE', 'team admin'],
  ['POST', '/v2/teams/:teamId/invite', 'TEAM_MEMBERSHIP_WRITE', 'team admin'],
  ['GET', '/v2/organizations/:orgId/teams/:teamId/memberships', 'TEAM_MEMBERSHIP_READ', 'team admin'],
  ['GET', '/v2/organizations/:orgId/teams/:teamId/memberships/:membershipId', 'TEAM_MEMBERSHIP_READ', 'team admin'],
  ['POST', '/v2/organizations/:orgId/teams/:teamId/memberships', 'TEAM_MEMBERSHIP_WRITE', 'team admin'],
  ['PATCH', '/v2/organizations/:orgId/teams/:teamId/memberships/:membershipId', 'TEAM_MEMBERSHIP_WRITE', 'team admin'],
  ['DELETE', '/v2/organizations/:orgId/teams/:teamId/memberships/:membershipId', 'TEAM_MEMBERSHIP_WRITE', 'team admin'],
  ['POST', '/v2/organizations/:orgId/teams/:teamId/invite', 'TEAM_MEMBERSHIP_WRITE', 'team admin'],
  // Organization memberships.
  ['GET', '/v2/organizations/:orgId/memberships', 'ORG_MEMBERSHIP_READ', 'org admin'],
  ['GET', '/v2/organizations/:orgId/memberships/:membershipId', 'ORG_MEMBERSHIP_READ', 'org admin'],
  ['POST', '/v2/organizations/:orgId/memberships', 'ORG_MEMBERSHIP_WRITE', 'org admin'],
  ['PATCH', '/v2/organizations/:orgId/memberships/:membershipId', 'ORG_MEMBERSHIP_WRITE', 'org admin'],
  ['DELETE', '/v2/organizations/:orgId/memberships/:membershipId', 'ORG_MEMBERSHIP_WRITE', 'org admin'],
  // Organization users.
  ['GET', '/v2/organizations/:orgId/users', 'ORG_MEMBERSHIP_READ', 'org admin'],
  ['POST', '/v2/organizations/:orgId/users', 'ORG_MEMBERSHIP_WRITE', 'org admin'],
  ['PATCH', '/v2/organizations/:orgId/users/:userId', 'ORG_MEMBERSHIP_WRITE', 'org admin'],
  ['DELETE', '/v2/organizations/:orgId/users/:userId', 'ORG_MEMBERSHIP_WRITE', 'org admin'],
  // Schedules of members.
  ['GET', '/v2/teams/:teamId/schedules', 'TEAM_SCHEDULE_READ', 'team admin'],
  ['GET', '/v2/teams/:teamId/users/:userId/schedules', 'TEAM_SCHEDULE_READ', 'team admin'],
  ['GET', '/v2/organizations/:orgId/teams/:teamId/schedules', 'TEAM_SCHEDULE_READ', 'team admin'],
  ['GET', '/v2/organizations/:orgId/teams/:teamId/users/:userId/schedules', 'TEAM_SCHEDULE_READ', 'team admin'],
  ['POST', '/v2/teams/:teamId/users/:userId/schedules', 'TEAM_SCHEDULE_WRITE', 'team admin'],
  ['PATCH', '/v2/teams/:teamId/users/:userId/schedules/:scheduleId', 'TEAM_SCHEDULE_WRITE', 'team admin'],
  ['DELETE', '/v2/teams/:teamId/users/:userId/schedules/:scheduleId', 'TEAM_SCHEDULE_WRITE', 'team admin'],
  ['GET', '/v2/organizations/:orgId/schedules', 'ORG_SCHEDULE_READ', 'org admin'],
  ['GET', '/v2/organizations/:orgId/users/:userId/schedules', 'ORG_SCHEDULE_READ', 'org admin'],
  ['GET', '/v2/organizations/:orgId/users/:userId/schedules/:scheduleId', 'ORG_SCHEDULE_READ', 'org admin'],
  ['POST', '/v2/organizations/:orgId/users/:userId/schedules', 'ORG_SCHEDULE_WRITE', 'org admin'],
  ['PATCH', '/v2/organizations/:orgId/users/:userId/schedules/:scheduleId', 'ORG_SCHEDULE_WRITE', 'org admin'],
  ['DELETE', '/v2/organizations/:orgId/users/:userId/schedules/:scheduleId', 'ORG_SCHEDULE_WRITE', 'org admin'],
  // Out of office of members.
  ['GET', '/v2/organizations/:orgId/ooo', 'ORG_SCHEDULE_READ', 'org admin'],
  ['GET', '/v2/teams/:teamId/users/:userId/ooo', 'TEAM_SCHEDULE_READ', 'team admin'],
  ['POST', '/v2/teams/:teamId/users/:userId/ooo', 'TEAM_SCHEDULE_WRITE', 'team admin'],
  ['PATCH', '/v2/teams/:teamId/users/:userId/ooo/:oooId', 'TEAM_SCHEDULE_WRITE', 'team admin'],
  ['DELETE', '/v2/teams/:teamId/users/:userId/ooo/:oooId', 'TEAM_SCHEDULE_WRITE', 'team admin'],
  ['GET', '/v2/organizations/:orgId/users/:userId/ooo', 'ORG_SCHEDULE_READ', 'org admin'],
  ['POST', '/v2/organizations/:orgId/users/:userId/ooo', 'ORG_SCHEDULE_WRITE', 'org admin'],
  ['PATCH', '/v2/organizations/:orgId/users/:userId/ooo/:oooId', 'ORG_SCHEDULE_WRITE', 'org admin'],
  ['DELETE', '/v2/organizations/:orgId/users/:userId/ooo/:oooId', 'ORG_SCHEDULE_WRITE', 'org admin'],
  // Event types of teams and organizations.
  ['GET', '/v2/teams/:teamId/event-types', 'TEAM_EVENT_TYPE_READ', 'anyone'],
  ['GET', '/v2/teams/:teamId/event-types/:eventTypeId', 'TEAM_EVENT_TYPE_READ', 'team admin'],
  ['POST', '/v2/teams/:teamId/event-types', 'TEAM_EVENT_TYPE_WRITE', 'team admin'],
  ['PATCH', '/v2/teams/:teamId/event-types/:eventTypeId', 'TEAM_EVENT_TYPE_WRITE', 'team admin'],
  ['DELETE', '/v2/teams/:teamId/event-types/:eventTypeId', 'TEAM_EVENT_TYPE_WRITE', 'team admin'],
  ['GET', '/v2/organizations/:orgId/teams/:teamId/event-types', 'TEAM_EVENT_TYPE_READ', 'anyone'],
  ['GET', '/v2/organizations/:orgId/teams/:teamId/event-types/:eventTypeId', 'TEAM_EVENT_TYPE_READ', 'team admin'],
  ['POST', '/v2/organizations/:orgId/teams/:teamId/event-types', 'TEAM_EVENT_TYPE_WRITE', 'team admin'],
  ['PATCH', '/v2/organizations/:orgId/teams/:teamId/event-types/:eventTypeId', 'TEAM_EVENT_TYPE_WRITE', 'team admin'],
  ['DELETE', '/v2/organizations/:orgId/teams/:teamId/event-types/:eventTypeId', 'TEAM_EVENT_TYPE_WRITE', 'team admin'],
  ['GET', '/v2/organizations/:orgId/teams/:teamId/event-types/:eventTypeId/private-links', 'TEAM_EVENT_TYPE_READ', 'team admin'],
  ['POST', '/v2/organizations/:orgId/teams/:teamId/event-types/:eventTypeId/private-links', 'TEAM_EVENT_TYPE_WRITE', 'team admin'],
  ['PATCH', '/v2/organizations/:orgId/teams/:teamId/event-types/:eventTypeId/private-links/:linkId', 'TEAM_EVENT_TYPE_WRITE', 'team admin'],
  ['DELETE', '/v2/organizations/:orgId/teams/:teamId/event-types/:eventTypeId/private-links/:linkId', 'TEAM_EVENT_TYPE_WRITE', 'team admin'],
  ['GET', '/v2/organizations/:orgId/teams/event-types', 'ORG_EVENT_TYPE_READ', 'org admin'],
  ['GET', '/v2/organizations/:orgId/event-types', 'ORG_EVENT_TYPE_READ', 'org admin'],
  ['GET', '/v2/organizations/:orgId/event-types/:eventTypeId', 'ORG_EVENT_TYPE_READ', 'org admin'],
  ['POST', '/v2/organizations/:orgId/event-types', 'ORG_EVENT_TYPE_WRITE', 'org admin'],
  ['PATCH', '/v2/organizations/:orgId/event-types/:eventTypeId', 'ORG_EVENT_TYPE_WRITE', 'org admin'],
  ['DELETE', '/v2/organizations/:orgId/event-types/:eventTypeId', 'ORG_EVENT_TYPE_WRITE', 'org admin'],
  // Routing forms.
  ['POST', '/v2/routing-forms/:routingFormId/calculate-slots', 'TEAM_ROUTING_FORM_READ'],
  ['POST', '/v2/teams/:teamId/routing-forms/:routingFormId/responses', 'TEAM_ROUTING_FORM_WRITE', 'team member'],
  ['GET', '/v2/organizations/:orgId/teams/:teamId/routing-forms', 'TEAM_ROUTING_FORM_READ', 'team admin'],
  ['GET', '/v2/organizations/:orgId/teams/:teamId/routing-forms/:routingFormId/responses', 'TEAM_ROUTING_FORM_READ', 'team admin'],
  ['POST', '/v2/organizations/:orgId/teams/:teamId/routing-forms/:routingFormId/responses', 'TEAM_ROUTING_FORM_WRITE', 'team member'],
  ['PATCH', '/v2/organizations/:orgId/teams/:teamId/routing-forms/:routingFormId/responses/:responseId', 'TEAM_ROUTING_FORM_WRITE', 'team admin'],
  ['DELETE', '/v2/organizations/:orgId/teams/:teamId/routing-forms/:routingFormId/responses/:responseId', 'TEAM_ROUTING_FORM_WRITE', 'team admin'],
  ['GET', '/v2/organizations/:orgId/routing-forms', 'ORG_ROUTING_FORM_READ', 'org admin'],
  ['GET', '/v2/organizations/:orgId/routing-forms/:routingFormId/responses', 'ORG_ROUTING_FORM_READ', 'org admin'],
  ['POST', '/v2/organizations/:orgId/routing-forms/:routingFormId/responses', 'ORG_ROUTING_FORM_WRITE', 'org admin'],
  ['PATCH', '/v2/organizations/:orgId/routing-forms/:routingFormId/responses/:responseId', 'ORG_ROUTING_FORM_WRITE', 'org admin'],
  ['DELETE', '/v2/organizations/:orgId/routing-forms/:routingFormId/responses/:responseId', 'ORG_ROUTING_FORM_WRITE', 'org admin'],
  // Workflows of teams.
  ['GET', '/v2/organizations/:orgId/teams/:teamId/workflows', 'TEAM_WORKFLOW_READ', 'team admin'],
  ['GET', '/v2/organizations/:orgId/teams/:teamId/workflows/:workflowId', 'TEAM_WORKFLOW_READ', 'team admin'],
  ['POST', '/v2/organizations/:orgId/teams/:teamId/workflows', 'TEAM_WORKFLOW_WRITE', 'team admin'],
  ['PATCH', '/v2/organizations/:orgId/teams/:teamId/workflows/:workflowId', 'TEAM_WORKFLOW_WRITE', 'team admin'],
  ['DELETE', '/v2/organizations/:orgId/teams/:teamId/workflows/:workflowId', 'TEAM_WORKFLOW_WRITE', 'team admin'],
  ['GET', '/v2/organizations/:orgId/teams/:teamId/workflows/routing-form', 'TEAM_WORKFLOW_READ', 'team admin'],
  ['GET', '/v2/organizations/:orgId/teams/:teamId/workflows/:workflowId/routing-form', 'TEAM_WORKFLOW_READ', 'team admin'],
  ['POST', '/v2/organizations/:orgId/teams/:teamId/workflows/routing-form', 'TEAM_WORKFLOW_WRITE', 'team admin'],
  ['PATCH', '/v2/organizations/:orgId/teams/:teamId/workflows/:workflowId/routing-form', 'TEAM_WORKFLOW_WRITE', 'team admin'],
  ['DELETE', '/v2/organizations/:orgId/teams/:teamId/workflows/:workflowId/routing-form', 'TEAM_WORKFLOW_WRITE', 'team admin'],
  // Verified addresses.
  ['POST', '/v2/verified-resources/emails/verification-code/request', 'VERIFIED_RESOURCES_WRITE'],
  ['POST', '/v2/verified-resources/emails/verification-code/verify', 'VERIFIED_RESOURCES_WRITE'],
  ['POST', '/v2/verified-resources/phones/verification-code/request', 'VERIFIED_RESOURCES_WRITE'],
  ['POST', '/v2/verified-resources/phones/verification-code/verify', 'VERIFIED_RESOURCES_WRITE'],
  ['GET', '/v2/verified-resources/emails', 'VERIFIED_RESOURCES_READ'],
  ['GET', '/v2/verified-resources/emails/:id', 'VERIFIED_RESOURCES_READ'],
  ['GET', '/v2/verified-resources/phones', 'VERIFIED_RESOURCES_READ'],
  ['GET', '/v2/verified-resources/phones/:id', 'VERIFIED_RESOURCES_READ'],
  ['POST', '/v2/teams/:teamId/verified-resources/emails/verification-code/request', 'TEAM_VERIFIED_RESOURCES_WRITE', 'team admin'],
  ['POST', '/v2/teams/:teamId/verified-resources/emails/verification-code/verify', 'TEAM_VERIFIED_RESOURCES_WRITE', 'team admin'],
  ['POST', '/v2/teams/:teamId/verified-resources/phones/verification-code/request', 'TEAM_VERIFIED_RESOURCES_WRITE', 'team admin'],
  ['POST', '/v2/teams/:teamId/verified-resources/phones/verification-code/verify', 'TEAM_VERIFIED_RESOURCES_WRITE', 'team admin'],
  ['GET', '/v2/teams/:teamId/verified-resources/emails', 'TEAM_VERIFIED_RESOURCES_READ', 'team admin'],
  ['GET', '/v2/teams/:teamId/verified-resources/emails/:id', 'TEAM_VERIFIED_RESOURCES_READ', 'team admin'],
  ['GET', '/v2/teams/:teamId/verified-resources/phones', 'TEAM_VERIFIED_RESOURCES_READ', 'team admin'],
  ['GET', '/v2/teams/:teamId/verified-resources/phones/:id', 'TEAM_VERIFIED_RESOURCES_READ', 'team admin'],
  ['POST', '/v2/organizations/:orgId/teams/:teamId/verified-resources/emails/verification-code/request', 'TEAM_VERIFIED_RESOURCES_WRITE', 'team admin'],
  ['POST', '/v2/organizations/:orgId/teams/:teamId/verified-resources/emails/verification-code/verify', 'TEAM_VERIFIED_RESOURCES_WRITE', 'team admin'],
  ['POST', '/v2/organizations/:orgId/teams/:teamId/verified-resources/phones/verification-code/request', 'TEAM_VERIFIED_RESOURCES_WRITE', 'team admin'],
  ['POST', '/v2/organizations/:orgId/teams/:teamId/verified-resources/phones/verification-code/verify', 'TEAM_VERIFIED_RESOURCES_WRITE', 'team admin'],
  ['GET', '/v2/organizations/:orgId/teams/:teamId/verified-resources/emails', 'TEAM_VERIFIED_RESOURCES_READ', 'team admin'],
  ['GET', '/v2/organizations/:orgId/teams/:teamId/verified-resources/emails/:id', 'TEAM_VERIFIED_RESOURCES_READ', 'team admin'],
  ['GET', '/v2/organizations/:orgId/teams/:teamId/verified-resources/phones', 'TEAM_VERIFIED_RESOURCES_READ', 'team admin'],
  ['GET', '/v2/organizations/:orgId/teams/:teamId/verified-resources/phones/:id', 'TEAM_VERIFIED_RESOURCES_READ', 'team admin'],
];

const ALONE = '/v2/teams/:teamId/';
const INSIDE = '/v2/organizations/:orgId/teams/:teamId/';

/** Each team endpoint exists at both mounts of a team, with the same scope and role. */
function twinOf([method, path, ...needed]: Row): readonly Row[] {
  if (path.startsWith(ALONE)) return [[method, path.replace(ALONE, INSIDE), ...needed]];
  return path.startsWith(INSIDE) ? [[method, path.replace(INSIDE, ALONE), ...needed]] : [];
}

const isListed = ([method, path]: Row): boolean =>
  TABLE.some(([otherMethod, otherPath]) => method === otherMethod && path === otherPath);

/** The table lists some endpoints at one mount only; a listed row is never overridden. */
const TWINS = TABLE.flatMap(twinOf).filter((twin) => !isListed(twin));

export const ENDPOINTS: readonly Endpoint[] = [...TABLE, ...TWINS].map(([method, path, access, role]) => ({
  method,
  path,
  access,
  ...(role && { role }),
}));
