/*
 * Letters about connections that have ended: which words, from how things stand when the letter is written. Nobody is
 * told of what was mended or dropped meanwhile.
 */
import {
  lostAppMailText,
  lostCalendarMailText,
  silentCalendarMailText,
} from '../../views/mails/connections.js';
import type { MailText } from '../../views/mails/mail.js';
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
  /** Of the server of rooms. */
  readonly jitsiUrl: string;
}

interface About {
  /** Id of the connection, or the calendar. */
  readonly id: number;
  /** When it ended, or was found to be silent. */
  readonly at: Date;
}

type Words = Omit<MailText, 'reader'>;
type Writer = (deps: ConnectionMailDeps, about: About) => Promise<Words | undefined>;

const endedCalendar: Writer = async ({ calendarOutages, appUrl }, { id, at }) => {
  const ended = await calendarOutages.revoked(id, at);
  const link = `${appUrl}${CALENDARS_PATH}`;
  return ended && lostCalendarMailText({ ...ended, title: CALENDARS[ended.kind].name, at, link });
};

const silentCalendar: Writer = async ({ calendarOutages, appUrl }, { id, at }) => {
  const silent = await calendarOutages.unresponsive(id, at);
  if (silent === undefined) return undefined;
  const link = `${appUrl}${CALENDARS_PATH}`;
  return silentCalendarMailText({ ...silent, title: CALENDARS[silent.kind].name, at: silent.since, link });
};

const endedApp: Writer = async ({ revokedApps, appUrl, jitsiUrl }, { id, at }) => {
  const ended = await revokedApps.find(id, at);
  if (ended === undefined) return undefined;
  const { title } = APPS[ended.app];
  const [rooms, link] = [new URL(jitsiUrl).host, `${appUrl}${CONFERENCING_PATH}`];
  return lostAppMailText({ title, team: ended.team, rooms, at, link });
};

/** By actions of the audit log. */
const WRITERS: Readonly<Record<string, Writer>> = {
  'calendar.ended': endedCalendar,
  'calendar.silent': silentCalendar,
  'conferencing.ended': endedApp,
};

export const isConnectionMail = (about: string): boolean => Object.hasOwn(WRITERS, about);

/** Undefined when there is nothing left to say. */
export async function connectionMailText(
  deps: ConnectionMailDeps,
  {
    about,
    subject,
    facts,
  }: { readonly about: string; readonly subject: string } & {
    readonly facts: Readonly<Record<string, unknown>>;
  },
): Promise<Words | undefined> {
  const [, id] = subject.split(':');
  return WRITERS[about]?.(deps, { id: Number(id), at: new Date(String(facts['endedAt'])) });
}
