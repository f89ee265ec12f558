/* The domain behind `/v2`, noun by noun: every route that the API answers. */
import type { Route } from '../api/route.js';
import { createBookingLimitRoutes } from './booking-limits/routes.js';
import type { BookingLimitStore } from './booking-limits/store.js';
import { createBookingRoutes } from './bookings/routes.js';
import { calendarDeps } from './calendars/deps.js';
import type { CalendarDeps } from './calendars/deps.js';
import { createCalendarRoutes } from './calendars/routes.js';
import { createConferencingRoutes } from './conferencing/routes.js';
import { createEventTypeRoutes } from './event-types/routes.js';
import { createInviteRoutes } from './memberships/invite-routes.js';
import { createMembershipRoutes } from './memberships/routes.js';
import { createOrganizationUserRoutes } from './organizations/routes.js';
import { createOutOfOfficeRoutes } from './out-of-office/routes.js';
import { createPrivateLinkRoutes } from './private-links/routes.js';
import { createProfileRoutes } from './profile/routes.js';
import { createRoutingFormRoutes } from './routing-forms/routes.js';
import { createScheduleRoutes } from './schedules/routes.js';
import { createReservationRoutes } from './slots/reservation-routes.js';
import { createSlotRoutes } from './slots/routes.js';
import { createOrganizationTeamRoutes } from './teams/organization-routes.js';
import { createTeamRoutes } from './teams/routes.js';
import { createTimeZoneRoutes } from './time-zones/routes.js';
import { createVerifiedResourceRoutes } from './verified-resources/routes.js';
import { createWebhookRoutes } from './webhooks/routes.js';
import { createWorkflowRoutes } from './workflows/routes.js';

const NOUNS = [
  createProfileRoutes,
  createScheduleRoutes,
  createOutOfOfficeRoutes,
  ({ bookingLimits }: { readonly bookingLimits: BookingLimitStore }) =>
    createBookingLimitRoutes(bookingLimits),
  createEventTypeRoutes,
  createPrivateLinkRoutes,
  createWebhookRoutes,
  createTimeZoneRoutes,
  createSlotRoutes,
  createReservationRoutes,
  createBookingRoutes,
  (deps: CalendarDeps) => createCalendarRoutes(calendarDeps(deps)),
  createConferencingRoutes,
  createTeamRoutes,
  createOrganizationTeamRoutes,
  createMembershipRoutes,
  createInviteRoutes,
  createOrganizationUserRoutes,
  createVerifiedResourceRoutes,
  createRoutingFormRoutes,
  createWorkflowRoutes,
] as const;

/** What all of them need together. */
type DepsOf<Create> = [Create] extends [(deps: infer Deps) => readonly Route[]] ? Deps : never;
export type SchedulingDeps = DepsOf<(typeof NOUNS)[number]>;

export const createSchedulingRoutes = (deps: SchedulingDeps): readonly Route[] =>
  NOUNS.flatMap((create) => create(deps));
