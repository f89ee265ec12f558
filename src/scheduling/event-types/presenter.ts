/* An event type as the public API returns it: every setting by its name, and values derived from them. */
import { z } from 'zod';
import { present } from '../../present.js';
import { appearanceShape } from './appearance.js';
import type { BookingField, EventType } from './event-type.js';
import { replyType } from './fields.js';
import { publicEventTypeUrl } from './public-url.js';
import type { PersonalEventType } from './store.js';

const days = { value: z.number(), rolling: z.boolean().exactOptional() };
const limits = z.object({
  day: z.number().exactOptional(),
  week: z.number().exactOptional(),
  month: z.number().exactOptional(),
  year: z.number().exactOptional(),
});
const isPublic = { public: z.boolean() };

/** Absent for others where the location is not public. */
const detail = z.string().exactOptional();

const location = z.union([
  z.object({ type: z.literal('address'), address: detail, ...isPublic }),
  z.object({ type: z.literal('link'), link: detail, ...isPublic }),
  z.object({ type: z.literal('phone'), phone: detail, ...isPublic }),
  z.object({ type: z.literal('integration'), integration: z.string() }),
  z.object({
    type: z.enum(['attendeeAddress', 'attendeePhone', 'attendeeDefined', 'organizersDefaultApp']),
  }),
]);

const bookingField = z.object({
  type: z.string(),
  slug: z.string(),
  label: z.string().exactOptional(),
  placeholder: z.string().exactOptional(),
  required: z.boolean(),
  hidden: z.boolean(),
  isDefault: z.boolean(),
  options: z.array(z.string()).readonly().exactOptional(),
  disableOnPrefill: z.boolean(),
});

const seats = z.object({
  seatsPerTimeSlot: z.number(),
  showAttendeeInfo: z.boolean(),
  showAvailabilityCount: z.boolean(),
});

const confirmationPolicy = z.object({
  type: z.enum(['always', 'time']),
  noticeThreshold: z
    .object({ unit: z.enum(['minutes', 'hours', 'days']), count: z.number() })
    .exactOptional(),
  blockUnconfirmedBookingsInBooker: z.boolean(),
});

const bookingWindow = z.union([
  z.object({ type: z.enum(['calendarDays', 'businessDays']), ...days }),
  z.object({ type: z.literal('range'), value: z.tuple([z.string(), z.string()]).readonly() }),
]);

const recurrence = z.object({
  interval: z.number(),
  occurrences: z.number(),
  frequency: z.enum(['yearly', 'monthly', 'weekly']),
});

const slotShape = {
  slotInterval: z.number().nullable(),
  offsetStart: z.number(),
  minimumBookingNotice: z.number(),
  beforeEventBuffer: z.number(),
  afterEventBuffer: z.number(),
  bookingLimitsCount: limits.exactOptional(),
  bookingLimitsDuration: limits.exactOptional(),
  onlyShowFirstAvailableSlot: z.boolean(),
  /** One window, or none. */
  bookingWindow: z.array(bookingWindow).exactOptional(),
  seats: seats.exactOptional(),
  seatsPerTimeSlot: z.number().nullable(),
  seatsShowAvailabilityCount: z.boolean().nullable(),
};

const bookingShape = {
  locations: z.array(location).readonly(),
  bookingFields: z.array(bookingField),
  disableGuests: z.boolean(),
  recurrence: recurrence.nullable(),
  confirmationPolicy: confirmationPolicy.exactOptional(),
  bookerActiveBookingsLimit: z
    .object({ maximumActiveBookings: z.number(), offerReschedule: z.boolean() })
    .exactOptional(),
  bookingRequiresAuthentication: z.boolean(),
  requiresBookerEmailVerification: z.boolean().exactOptional(),
  disableCancelling: z.object({ disabled: z.boolean() }),
  disableRescheduling: z.object({ disabled: z.boolean(), minutesBefore: z.number().exactOptional() }),
  allowReschedulingPastBookings: z.boolean(),
  allowReschedulingCancelledBookings: z.boolean(),
  hideOrganizerEmail: z.boolean(),
  customName: z.string().exactOptional(),
};

/** The part that is the same for all owners. */
export const settingsReply = z.object({
  id: z.number(),
  lengthInMinutes: z.number(),
  lengthInMinutesOptions: z.array(z.number()).readonly().exactOptional(),
  title: z.string(),
  slug: z.string(),
  description: z.string(),
  hidden: z.boolean(),
  scheduleId: z.number().nullable(),
  metadata: z.record(z.string(), z.unknown()),
  ...slotShape,
  ...bookingShape,
  ...appearanceShape,
  lockTimeZoneToggleOnBookingPage: z.boolean(),
  successRedirectUrl: z.string().nullable(),
  forwardParamsSuccessRedirect: z.boolean().nullable(),
  isInstantEvent: z.boolean(),
  /** Always free here; the public API has these properties. */
  price: z.number(),
  currency: z.string(),
});

export const eventTypeReply = settingsReply.extend({
  ownerId: z.number(),
  users: z.array(z.string()),
  bookingUrl: z.url(),
});

export const removedReply = eventTypeReply.pick({ id: true, lengthInMinutes: true, title: true, slug: true });

export type EventTypeView = z.input<typeof eventTypeReply>;
export type RemovedView = z.input<typeof removedReply>;

export const presentRemoved = ({ id, lengthInMinutes, title, slug }: EventType): RemovedView => ({
  id,
  lengthInMinutes,
  title,
  slug,
});

const presentField = (field: BookingField): z.input<typeof bookingField> => ({
  ...field,
  type: replyType(field),
});

/** Constant properties of the public API. */
const FIXED = {
  forwardParamsSuccessRedirect: null,
  isInstantEvent: false,
  price: 0,
  currency: 'usd',
} as const;

type SettingsView = z.input<typeof settingsReply>;

export function presentSettings(eventType: EventType): SettingsView {
  const { ownerId: _ownerId, teamId: _teamId, parentId: _parentId, ...own } = eventType;
  const { schedulingType: _type, assignAllTeamMembers: _all, emailSettings: _mails, ...common } = own;
  const { rescheduleWithSameRoundRobinHost: _same, appearance, ...rest } = common;
  const { bookingFields, bookingWindow: window, seats, ...settings } = rest;
  return {
    ...FIXED,
    ...settings,
    ...appearance,
    lockTimeZoneToggleOnBookingPage: appearance.lockTimeZoneToggleOnBookingPage ?? false,
    successRedirectUrl: appearance.successRedirectUrl ?? null,
    slotInterval: settings.slotInterval ?? null,
    recurrence: settings.recurrence ?? null,
    bookingFields: bookingFields.map(presentField),
    ...present({ bookingWindow: window && [window], seats }),
    seatsPerTimeSlot: seats?.seatsPerTimeSlot ?? null,
    seatsShowAvailabilityCount: seats?.showAvailabilityCount ?? null,
  };
}

type LocationView = SettingsView['locations'][number];

const publicLocation = (found: LocationView): LocationView =>
  'public' in found && !found.public ? { type: found.type, public: false } : found;

/** For callers who are neither its owner nor in its team: attendees learn a private location when they have booked. */
export const withoutPrivate = <View extends SettingsView>(view: View): View => ({
  ...view,
  metadata: {},
  locations: view.locations.map(publicLocation),
});

export const presentEventType = ({ eventType, owner }: PersonalEventType, appUrl: string): EventTypeView => ({
  ...presentSettings(eventType),
  ownerId: owner.id,
  users: [owner.username],
  bookingUrl: publicEventTypeUrl(appUrl, owner, eventType.slug),
});
