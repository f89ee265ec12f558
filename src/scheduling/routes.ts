/* The domain behind `/v2`, noun by noun: every route that the API answers. */
import type { Route } from '../api/route.js';
import { createBookingLimitRoutes } from './booking-limits/routes.js';
import type { BookingLimitStore } from './booking-limits/store.js';
import { createBookingRoutes } from './bookings/routes.js';
import { calendarDeps } from './calendars/deps.js';
import type { CalendarDeps } from './calendars/deps.js';
import { createCalendarRoutes } from './calendars/routes.js';
import { createConferencingRoutes } from './conferencing/routes.js';
import { createOrganizationEventTypeRoutes } from './event-types/organization-routes.js';
import { createEventTypeRoutes } from './event-types/routes.js';
import { createTeamEventTypeRoutes } from './event-types/team-routes.js';
import { createInviteRoutes } from './memberships/invite-routes.js';
import { createMembershipRoutes } from './memberships/routes.js';
import { createOrganizationUserRoutes } from './organizations/routes.js';
import { createOutOfOfficeRoutes } from './out-of-office/routes.js';
import { createPrivateLinkRoutes } from './private-links/routes.js';
import { createProfileRoutes } from './profile/routes.js';
import type { ProfileStore } from './profile/store.js';
import { createRoutingFormRoutes } from './routing-forms/routes.js';
import { createScheduleRoutes } from './schedules/routes.js';
import type { ScheduleStore } from './schedules/store.js';
import { createReservationRoutes } from './slots/reservation-routes.js';
import { createSlotRoutes } from './slots/routes.js';
import { createOrganizationTeamRoutes } from './teams/organization-routes.js';
import { createTeamRoutes } from './teams/routes.js';
import { createVerifiedResourceRoutes } from './verified-resources/routes.js';
import { createWebhookRoutes } from './webhooks/routes.js';
import { createWorkflowRoutes } from './workflows/routes.js';

type PartsOf<Create extends (parts: never) => readonly Route[]> = Parameters<Create>[0];

export type SchedulingDeps = PartsOf<typeof createBookingRoutes> &
  CalendarDeps &
  PartsOf<typeof createConferencingRoutes> &
  PartsOf<typeof createOrganizationEventTypeRoutes> &
  PartsOf<typeof createInviteRoutes> &
  PartsOf<typeof createMembershipRoutes> &
  PartsOf<typeof createOrganizationUserRoutes> &
  PartsOf<typeof createOutOfOfficeRoutes> &
  PartsOf<typeof createPrivateLinkRoutes> &
  PartsOf<typeof createReservationRoutes> &
  PartsOf<typeof createRoutingFormRoutes> &
  PartsOf<typeof createSlotRoutes> &
  PartsOf<typeof createTeamEventTypeRoutes> &
  PartsOf<typeof createTeamRoutes> &
  PartsOf<typeof createVerifiedResourceRoutes> &
  PartsOf<typeof createWebhookRoutes> &
  PartsOf<typeof createWorkflowRoutes> & {
    readonly profiles: ProfileStore;
    readonly schedules: ScheduleStore;
    readonly bookingLimits: BookingLimitStore;
  };

export const createSchedulingRoutes = (deps: SchedulingDeps): readonly Route[] => [
  ...createProfileRoutes(deps.profiles),
  ...createScheduleRoutes(deps.schedules),
  ...createOutOfOfficeRoutes(deps),
  ...createBookingLimitRoutes(deps.bookingLimits),
  ...createEventTypeRoutes(deps),
  ...createTeamEventTypeRoutes(deps),
  ...createOrganizationEventTypeRoutes(deps),
  ...createPrivateLinkRoutes(deps),
  ...createWebhookRoutes(deps),
  ...createSlotRoutes(deps),
  ...createReservationRoutes(deps),
  ...createBookingRoutes(deps),
  ...createCalendarRoutes(calendarDeps(deps)),
  ...createConferencingRoutes(deps),
  ...createTeamRoutes(deps),
  ...createOrganizationTeamRoutes(deps),
  ...createMembershipRoutes(deps),
  ...createInviteRoutes(deps),
  ...createOrganizationUserRoutes(deps),
  ...createVerifiedResourceRoutes(deps),
  ...createRoutingFormRoutes(deps),
  ...createWorkflowRoutes(deps),
];
