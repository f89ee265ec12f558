/* The navigation of signed-in users as one table, and what of it a user sees on a page. */
import { ACCOUNT_DATA_TEXT } from '../../views/account/account-data.js';
import { OVERVIEW_TEXT } from '../../views/administration/overview.js';
import { AUDIT_TEXT } from '../../views/audit/audit.js';
import { AVAILABILITY_TEXT } from '../../views/availability/messages.js';
import { CALENDARS_TEXT } from '../../views/calendars/messages.js';
import { CONFERENCING_TEXT } from '../../views/conferencing/messages.js';
import { CONNECTED_APPS_TEXT } from '../../views/connected-apps/messages.js';
import { DEVELOPER_TEXT } from '../../views/developer/my-clients.js';
import { EVENT_TYPES_TEXT } from '../../views/event-types/event-types.js';
import { GUIDES_TEXT } from '../../views/guides/guides.js';
import { HOME_TEXT } from '../../views/home/home.js';
import { JOBS_TEXT } from '../../views/jobs/jobs.js';
import { MY_BOOKINGS_TEXT } from '../../views/my-bookings/list.js';
import { OUTBOX_TEXT } from '../../views/outbox/outbox.js';
import { PLAYGROUND_TEXT } from '../../views/playground/playground.js';
import { PROFILE_TEXT } from '../../views/profile/profile.js';
import { REQUESTS_TEXT } from '../../views/request-log/requests.js';
import { REVIEW_TEXT } from '../../views/review/review-queue.js';
import { ROUTING_FORMS_TEXT } from '../../views/routing-forms/my-forms.js';
import { SECURITY_TEXT } from '../../views/security/security.js';
import type { NavigationItem, NavigationSection } from '../../views/shell.js';
import { SYSTEM_TEXT } from '../../views/administration/system.js';
import { TEAMS_TEXT } from '../../views/teams/my-teams.js';
import { USERS_TEXT } from '../../views/users/users.js';
import { WEBHOOKS_TEXT } from '../../views/webhooks/webhooks.js';
import { CONNECTED_APPS_PATH } from '../authorization/grants/installations.js';
import { CALENDARS_PATH } from '../scheduling/calendars/sign-in.js';
import { CONFERENCING_PATH } from '../scheduling/conferencing/connecting.js';
import { ACCOUNT_PATH } from './account/pages.js';
import { OVERVIEW_PATH, SYSTEM_PATH } from './administration/deps.js';
import { AUDIT_PATH } from './audit/log-pages.js';
import { AVAILABILITY_PATH } from './availability/deps.js';
import { settingsPathOf } from './developer/pages.js';
import { GUIDES_PATH } from './guides/guides.js';
import { JOBS_PATH } from './jobs/deps.js';
import { MY_BOOKINGS_PATH } from './my-bookings/deps.js';
import { EVENT_TYPES_PATH } from './event-types/own-event-type.js';
import { OUTBOX_PATH } from './outbox/pages.js';
import { PLAYGROUND_PATH } from './playground/pages.js';
import { PROFILE_PATH } from './profile/pages.js';
import { referenceUrl } from './reference/reference.js';
import { REQUESTS_PATH } from './request-log/pages.js';
import { REVIEW_PATH } from './review/deps.js';
import { FORMS_PATH } from './routing-forms/own-form.js';
import { SECURITY_PATH } from './security/security-page.js';
import { ORGANIZATIONS_PATH, TEAMS_PATH } from './teams/deps.js';
import { USERS_PATH } from './users/deps.js';
import { WEBHOOKS_PATH } from './webhooks/own-webhook.js';

export interface NavigationRow {
  readonly section: string;
  readonly to: string;
  readonly text: { readonly title: string; readonly detail: string };
  readonly who: 'user' | 'admin';
  /** Pages below it have other paths than its own, too. */
  readonly below?: string;
  /** Says how many of them wait for the user. */
  readonly counts?: keyof Waiting;
}

export interface NavigationDeps {
  readonly settingsUrl: string;
  readonly baseUrl: string;
  readonly hasPlayground: boolean;
  readonly hasOutbox: boolean;
}

const REFERENCE_TEXT = {
  title: 'API reference',
  detail: 'Read the parameters, responses and scope of each endpoint.',
};

/** In the order of the sections. */
export function navigationRows(deps: NavigationDeps): readonly NavigationRow[] {
  const [you, scheduling, teams] = ['You', 'Scheduling', 'Teams and organizations'];
  const [developers, administration] = ['Developers', 'Administration'];
  const who = 'user';
  const [playground, outbox] = [PLAYGROUND_TEXT, OUTBOX_TEXT];
  return [
    { section: you, to: '/', text: HOME_TEXT, who },
    { section: you, to: PROFILE_PATH, text: PROFILE_TEXT, who },
    { section: you, to: CONNECTED_APPS_PATH, text: CONNECTED_APPS_TEXT, who },
    { section: you, to: SECURITY_PATH, text: SECURITY_TEXT, who },
    { section: you, to: ACCOUNT_PATH, text: ACCOUNT_DATA_TEXT, who },
    { section: scheduling, to: MY_BOOKINGS_PATH, text: MY_BOOKINGS_TEXT, who, counts: 'bookings' },
    { section: scheduling, to: EVENT_TYPES_PATH, text: EVENT_TYPES_TEXT, who },
    { section: scheduling, to: AVAILABILITY_PATH, text: AVAILABILITY_TEXT, who },
    { section: scheduling, to: CALENDARS_PATH, text: CALENDARS_TEXT, who },
    { section: scheduling, to: CONFERENCING_PATH, text: CONFERENCING_TEXT, who },
    { section: scheduling, to: FORMS_PATH, text: ROUTING_FORMS_TEXT, who },
    { section: teams, to: TEAMS_PATH, text: TEAMS_TEXT, who, below: ORGANIZATIONS_PATH },
    { section: developers, to: settingsPathOf(deps.settingsUrl), text: DEVELOPER_TEXT, who },
    { section: developers, to: WEBHOOKS_PATH, text: WEBHOOKS_TEXT, who },
    { section: developers, to: GUIDES_PATH, text: GUIDES_TEXT, who },
    { section: developers, to: referenceUrl(deps.baseUrl), text: REFERENCE_TEXT, who },
    ...(deps.hasPlayground
      ? [{ section: developers, to: PLAYGROUND_PATH, text: playground, who } as const]
      : []),
    ...(deps.hasOutbox ? [{ section: developers, to: OUTBOX_PATH, text: outbox, who } as const] : []),
    { section: administration, to: OVERVIEW_PATH, text: OVERVIEW_TEXT, who: 'admin' },
    { section: administration, to: REVIEW_PATH, text: REVIEW_TEXT, who: 'admin', counts: 'clients' },
    { section: administration, to: USERS_PATH, text: USERS_TEXT, who: 'admin' },
    { section: administration, to: JOBS_PATH, text: JOBS_TEXT, who: 'admin' },
    { section: administration, to: AUDIT_PATH, text: AUDIT_TEXT, who: 'admin' },
    { section: administration, to: REQUESTS_PATH, text: REQUESTS_TEXT, who: 'admin' },
    { section: administration, to: SYSTEM_PATH, text: SYSTEM_TEXT, who: 'admin' },
  ];
}

export interface Waiting {
  /** For a confirmation by their host. */
  readonly bookings: number;
  /** For a review. */
  readonly clients: number;
}

export interface Viewer {
  readonly isAdmin: boolean;
  readonly waiting: Waiting;
}

/** The most that is counted. */
export const MOST_WAITING = 100;

const waitingText = (waiting: number): string =>
  waiting < MOST_WAITING ? String(waiting) : `${MOST_WAITING - 1}+`;

const isBelow = (path: string, to: string): boolean => to !== '/' && path.startsWith(`${to}/`);

/** The row of the page, or of the closest page above it. */
function currentRow(rows: readonly NavigationRow[], path: string): NavigationRow | undefined {
  const above = rows.filter(
    ({ to, below }) => path === to || isBelow(path, to) || (below !== undefined && isBelow(path, below)),
  );
  return above.toSorted((a, b) => b.to.length - a.to.length)[0];
}

export function navigationOf(
  rows: readonly NavigationRow[],
  { isAdmin, waiting }: Viewer,
  path: string,
): readonly NavigationSection[] {
  const visible = rows.filter(({ who }) => isAdmin || who === 'user');
  const current = currentRow(visible, path);
  const itemOf = (row: NavigationRow): NavigationItem => ({
    to: row.to,
    label: row.text.title,
    detail: row.text.detail,
    ...(row === current && { current: path === row.to ? 'page' : 'true' }),
    ...(row.counts && waiting[row.counts] > 0 && { waiting: waitingText(waiting[row.counts]) }),
  });
  return [...new Set(visible.map(({ section }) => section))].map((title) => ({
    title,
    items: visible.filter(({ section }) => section === title).map(itemOf),
  }));
}
