/* The texts of the form that creates or edits an event type. */
import type { Choice } from '../parts/forms/field.js';
import type { EventTypeField } from './form-values.js';

interface FieldText {
  readonly label: string;
  readonly hint?: string;
}

export const FIELD_TEXT: Readonly<Record<EventTypeField, FieldText>> = {
  title: { label: 'Title', hint: 'What people book, such as “Intro call”.' },
  slug: {
    label: 'Slug',
    hint: 'The end of the public link: letters and digits with hyphens between them. Taken from the title if you leave it empty. Links with the old slug stop working when you change it.',
  },
  description: { label: 'Description', hint: 'Optional. Shown to people before they book.' },
  length: { label: 'Length in minutes' },
  lengths: {
    label: 'Further lengths',
    hint: 'Optional. Other lengths that people can choose, in minutes, such as 15, 45, 60.',
  },
  hidden: {
    label: 'Hidden',
    hint: 'Not listed on your public page. People with the link can still book it.',
  },
  schedule: { label: 'Availability', hint: 'The hours in which it can be booked.' },
  before: { label: 'Minutes before', hint: 'Kept free before each booking.' },
  after: { label: 'Minutes after', hint: 'Kept free after each booking.' },
  notice: { label: 'Minimum notice', hint: 'How long in advance people must book.' },
  notice_unit: { label: 'Unit of the minimum notice' },
  interval: {
    label: 'Minutes between start times',
    hint: 'Optional. The length if you leave it empty.',
  },
  window: { label: 'How far ahead people can book' },
  window_days: { label: 'Number of days', hint: 'Only for a number of days.' },
  window_rolling: {
    label: 'Always offer that many bookable days',
    hint: 'Days without free times do not count.',
  },
  window_first: { label: 'First date', hint: 'Only between two dates.' },
  window_last: { label: 'Last date', hint: 'Only between two dates.' },
  count_day: { label: 'Per day' },
  count_week: { label: 'Per week' },
  count_month: { label: 'Per month' },
  count_year: { label: 'Per year' },
  confirmation: { label: 'Confirmation' },
  confirmation_count: { label: 'Shorter than', hint: 'Only for bookings at short notice.' },
  confirmation_unit: { label: 'Unit' },
  confirmation_blocks: { label: 'A booking that waits for you keeps its time' },
  guests: { label: 'People can add guests' },
  verification: { label: 'People confirm their e-mail address with a code' },
  redirect: {
    label: 'Page after a booking',
    hint: 'Optional. Where people are redirected, such as https://example.com/thanks',
  },
  seats: {
    label: 'Seats for each time',
    hint: 'Optional. How many people can book the same time. Needs a single location, and no confirmation.',
  },
  seats_attendees: { label: 'Attendees see each other' },
  seats_available: { label: 'People see how many seats are left' },
  repeats: { label: 'Repeats' },
  repeats_every: { label: 'Every', hint: 'In weeks, months or years: 2 means every second one.' },
  repeats_times: { label: 'Number of bookings' },
};

const choices = (of: Readonly<Record<string, string>>): readonly Choice[] =>
  Object.entries(of).map(([value, label]) => ({ value, label }));

export const UNITS = choices({ minutes: 'minutes', hours: 'hours', days: 'days' });
export const WINDOWS = choices({
  '': 'Without a limit',
  calendarDays: 'A number of days',
  businessDays: 'A number of working days',
  range: 'Between two dates',
});
export const CONFIRMATIONS = choices({
  '': 'Bookings are accepted at once',
  always: 'I confirm every booking',
  time: 'I confirm bookings at short notice',
});
export const FREQUENCIES = choices({
  '': 'No, each booking is one event',
  weekly: 'Weekly',
  monthly: 'Monthly',
  yearly: 'Yearly',
});

export const FORM_TEXT = {
  create: 'Create an event type',
  createButton: 'Create event type',
  save: 'Save changes',
  basics: 'Basics',
  locations: 'Locations',
  locationsDetail: 'Where you meet. People choose if there are several.',
  location: (position: number) => `Location ${position}`,
  kind: 'Kind',
  ignore: 'No location',
  value: 'Address, link or number',
  visible: 'Shown to',
  visibleTo: { booked: 'People who have booked', always: 'All people, before they book' },
  more: 'Add a location',
  times: 'Times',
  timesDetail: 'Availability, buffers, notice and how far ahead people can book.',
  buffers: 'Buffers',
  notice: 'Notice and start times',
  window: 'Booking window',
  limits: 'Limits',
  limitsDetail: 'At most so many bookings in each period. Empty means no limit.',
  bookings: 'Bookings',
  bookingsDetail: 'Confirmation, guests, e-mail addresses and what follows a booking.',
  groups: 'Seats and recurrence',
  groupsDetail: 'Several people at one time, or one person at several times.',
  seats: 'Seats',
  recurrence: 'Recurrence',
} as const;
