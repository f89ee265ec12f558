/* The texts of mails about calendars and conferencing apps that must be connected again. */
import { SERVICE_NAME } from '../layout.js';
import { isolated } from '../parts/text/isolated.js';
import { exactTime } from './exact-time.js';
import type { MailBody } from './mail.js';

interface Silence {
  /** Such as Google Calendar. */
  readonly title: string;
  readonly counts: boolean;
  readonly takesBookings: boolean;
  readonly outage: 'block' | 'last_known';
  readonly at: Date;
  /** Page on which calendars are connected. */
  readonly link: string;
}

export interface EndedCalendarFacts extends Silence {
  /** The account at the provider: an address, a user name. */
  readonly identity: string;
}

export interface SilentCalendarFacts extends Silence {
  readonly name: string;
  readonly fault: string;
}

export interface EndedAppFacts {
  readonly title: string;
  /** Team that it belongs to; absent for the reader's own. */
  readonly team?: string | undefined;
  /** Of the meeting server that needs no account. */
  readonly fallbackHost: string;
  readonly at: Date;
  readonly link: string;
}

const BUSY_TIMES = {
  block:
    'The last known busy times of this calendar are used for one hour. After that nobody can book you, as you have chosen for a calendar that does not answer.',
  last_known:
    'The last known busy times of this calendar are used, as you have chosen. New events are not seen, so you may be booked twice.',
} as const;

const consequences = ({ counts, takesBookings, outage }: Silence): readonly string[] => [
  ...(counts ? [BUSY_TIMES[outage]] : []),
  ...(takesBookings
    ? [
        'Bookings are not written there in the meantime. Bookings that have waited for a day are not written later.',
      ]
    : []),
];

export function lostCalendarMailText(facts: EndedCalendarFacts): MailBody {
  const { title, identity, at, link } = facts;
  return {
    subject: `Connect ${title} again`,
    paragraphs: [
      `${title} (${isolated(identity)}) has ended its connection with ${SERVICE_NAME}. This happened on ${exactTime(at)}.`,
      ...consequences(facts),
    ],
    action: { label: 'Connect it again', url: link },
    otherwise: 'You do not need it any more? Disconnect it on the same page.',
  };
}

export function silentCalendarMailText(facts: SilentCalendarFacts): MailBody {
  const { title, name, fault, at, link } = facts;
  return {
    subject: `${name} has not answered for a day`,
    paragraphs: [
      `${isolated(name)} (${title}) has not answered since ${exactTime(at)}: ${fault}.`,
      ...consequences(facts),
      'It is asked again every five minutes, and counts as before once it answers.',
    ],
    action: { label: 'Look at your calendars', url: link },
    otherwise: 'Is it gone for good? Save another address or disconnect it on that page.',
  };
}

export function lostAppMailText({ title, team, fallbackHost, at, link }: EndedAppFacts): MailBody {
  const owned = team === undefined ? `your account at ${title}` : `the ${title} account of ${isolated(team)}`;
  const instead = `a room at ${fallbackHost}, which needs no account`;
  return {
    subject: team === undefined ? `Connect ${title} again` : `Connect ${title} of ${team} again`,
    paragraphs: [
      `${title} no longer lets ${SERVICE_NAME} use ${owned}. This happened on ${exactTime(at)}.`,
      team === undefined
        ? `Until it is connected again, bookings that would meet there get ${instead}.`
        : `Until it is connected again, bookings of the team that would meet there are held in the account of their host, or else in ${instead}.`,
      'Links of meetings that were made before stay in their bookings, and work as long as the provider lets them. A meeting whose booking is moved or cancelled is not changed there.',
    ],
    action: { label: 'Connect it again', url: link },
  };
}
