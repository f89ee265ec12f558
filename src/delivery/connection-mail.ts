/*
 * Mails about calendars and conferencing apps that must be connected again. The connection is read when the mail is
 * written: nothing is sent when it was restored or deleted in the meantime.
 */
import {
  lostAppMailText,
  lostCalendarMailText,
  silentCalendarMailText,
} from '../../views/mails/connections.js';
import type { MailBody } from '../../views/mails/mail.js';
import type { EventName } from '../events/catalogue.js';
import { idIn } from '../events/definition.js';
import type { CalendarOutages } from '../scheduling/calendars/outage-store.js';
import { FACTS as CALENDARS } from '../scheduling/calendars/presenter.js';
import { CALENDARS_PATH } from '../scheduling/calendars/sign-in.js';
import { FACTS as APPS } from '../scheduling/event-types/meeting-apps.js';
import { CONFERENCING_PATH } from '../scheduling/conferencing/connecting.js';
import type { RevokedApps } from '../scheduling/conferencing/revoked-app-store.js';

export interface ConnectionMailDeps {
  readonly calendarOutages: CalendarOutages;
  readonly revokedApps: RevokedApps;
  readonly appUrl: string;
  readonly jitsiUrl: string;
}

/** `id`: of the connection or the calendar. `at`: when it ended or was found to be silent. */
type WriteMail = (
  deps: ConnectionMailDeps,
  connection: { readonly id: number; readonly at: Date },
) => Promise<MailBody | undefined>;

const MAILS = {
  'calendar.ended': async ({ calendarOutages, appUrl }, { id, at }) => {
    const ended = await calendarOutages.revoked(id, at);
    const link = `${appUrl}${CALENDARS_PATH}`;
    return ended && lostCalendarMailText({ ...ended, title: CALENDARS[ended.kind].name, at, link });
  },
  'calendar.silent': async ({ calendarOutages, appUrl }, { id, at }) => {
    const silent = await calendarOutages.unresponsive(id, at);
    const link = `${appUrl}${CALENDARS_PATH}`;
    return (
      silent &&
      silentCalendarMailText({ ...silent, title: CALENDARS[silent.kind].name, at: silent.since, link })
    );
  },
  'conferencing.ended': async ({ revokedApps, appUrl, jitsiUrl }, { id, at }) => {
    const ended = await revokedApps.find(id, at);
    if (ended === undefined) return undefined;
    const { title } = APPS[ended.app];
    const [fallbackHost, link] = [new URL(jitsiUrl).host, `${appUrl}${CONFERENCING_PATH}`];
    return lostAppMailText({ title, team: ended.team, fallbackHost, at, link });
  },
} as const satisfies Readonly<Partial<Record<EventName, WriteMail>>>;

export type ConnectionMailName = keyof typeof MAILS;

export const isConnectionMail = (name: string): name is ConnectionMailName => Object.hasOwn(MAILS, name);

/** Undefined when the connection was restored or deleted. */
export const writeConnectionMail = (
  deps: ConnectionMailDeps,
  name: ConnectionMailName,
  { subject, facts }: { readonly subject: string; readonly facts: Readonly<Record<string, unknown>> },
): Promise<MailBody | undefined> =>
  MAILS[name](deps, { id: Number(idIn({ subject })), at: new Date(String(facts['endedAt'])) });
