/* What the forms that change a booking say. */
import { isolated } from '../parts/text/isolated.js';

export interface ActionText {
  /** Of the link on the page of the booking. */
  readonly label: string;
  /** The question. */
  readonly title: string;
  readonly consequence: string;
  readonly submit: string;
  /** Of the link that leaves everything as it is. */
  readonly keep: string;
  /** After it is done. `booking`: its title. */
  readonly done: (booking: string) => string;
  readonly look: 'primary' | 'danger';
}

const KEEP = 'Keep the booking';

export const ACTION_TEXTS = {
  confirm: {
    label: 'Confirm',
    title: 'Confirm this booking?',
    consequence: 'The booking then takes place',
    submit: 'Confirm the booking',
    keep: 'Decide later',
    done: (booking) => `${isolated(booking)} is confirmed.`,
    look: 'primary',
  },
  decline: {
    label: 'Decline',
    title: 'Decline this booking?',
    consequence: 'The time becomes free for others. This cannot be undone.',
    submit: 'Decline the booking',
    keep: 'Decide later',
    done: (booking) => `${isolated(booking)} is declined.`,
    look: 'danger',
  },
  cancel: {
    label: 'Cancel the booking',
    title: 'Cancel this booking?',
    consequence: 'The time becomes free for others. This cannot be undone.',
    submit: 'Cancel the booking',
    keep: KEEP,
    done: (booking) => `${isolated(booking)} is cancelled.`,
    look: 'danger',
  },
  'request-time': {
    label: 'Ask for another time',
    title: 'Ask for another time?',
    consequence: 'This booking is cancelled, and its attendee chooses another time',
    submit: 'Cancel and ask for another time',
    keep: KEEP,
    done: (booking) => `The attendee of ${isolated(booking)} is asked for another time.`,
    look: 'danger',
  },
  location: {
    label: 'Change the location',
    title: 'Change the location',
    consequence: 'The new location replaces the current one',
    submit: 'Change the location',
    keep: 'Keep the location',
    done: (booking) => `${isolated(booking)} has its new location.`,
    look: 'primary',
  },
  guests: {
    label: 'Add guests',
    title: 'Add guests',
    consequence: 'Guests see the booking, but cannot move or cancel it',
    submit: 'Add the guests',
    keep: 'Add nobody',
    done: (booking) => `The guests are added to ${isolated(booking)}.`,
    look: 'primary',
  },
  absences: {
    label: 'Record absences',
    title: 'Who was absent?',
    consequence: 'You can change this later. Webhooks are notified.',
    submit: 'Save absences',
    keep: 'Change nothing',
    done: (booking) => `The absences of ${isolated(booking)} are recorded.`,
    look: 'primary',
  },
} as const satisfies Readonly<Record<string, ActionText>>;

export type ActionName = keyof typeof ACTION_TEXTS;

export const MOVE_TEXT = {
  label: 'Move to another time',
  done: (booking: string) => `${isolated(booking)} has its new time.`,
} as const;

/** In place of the texts above for one seat of several. */
export const SEAT_TEXTS = {
  own: {
    label: 'Give up your seat',
    title: 'Give up your seat?',
    consequence: 'Your seat becomes free for others, and the booking goes on without you',
    submit: 'Give up your seat',
    keep: 'Keep the seat',
  },
  other: {
    title: 'Cancel this seat?',
    consequence: 'The seat becomes free for others, and the booking goes on with the other attendees',
    submit: 'Cancel the seat',
    keep: 'Keep the seat',
    done: (booking) => `The seat in ${isolated(booking)} is cancelled.`,
  },
} as const satisfies Readonly<Record<'own' | 'other', Partial<ActionText>>>;

const MAX_NAMES = 5;

/** Who gets a mail; `self`: the reader does, too. */
export function recipientsText(names: readonly string[], self: boolean): string {
  const named = [...(self ? ['you'] : []), ...names.map(isolated)];
  if (named.length === 0) return 'No mail is sent.';
  const more = named.length - MAX_NAMES;
  const listed = more > 0 ? [...named.slice(0, MAX_NAMES), `${more} more`] : named;
  const last = listed.at(-1) ?? '';
  const list = listed.length === 1 ? last : `${listed.slice(0, -1).join(', ')} and ${last}`;
  return `A mail goes to ${list}.`;
}

export const INVITATION_TEXTS = {
  sent: 'Each of them gets an invitation by mail.',
  later: 'They get no mail now.',
} as const;
