/*
 * Usernames: their spelling, and those that nobody may choose. Pure. A username begins the addresses of the booking pages
 * of its user, so it must not be the first segment of another address of the service.
 */

export const USERNAME_LENGTH = 60;
export const USERNAME_PATTERN = /^[a-z\d]+(?:[-_.][a-z\d]+)*$/;

/** First segments of pages, files, endpoints and redirects. test/scheduling/profile/usernames.test.ts compares them. */
const IN_USE =
  'admin assets auth bookings d dev favicon.ico healthz logos org passkeys playground readyz recover robots.txt ' +
  'settings sign-in sign-out sign-up team teams v2';

/** For addresses that a service like this may want, and names that sound like it. */
const KEPT_FREE =
  'about abuse account accounts administrator api app apps availability billing blog book booking business cal ' +
  'calendar calendars contact dashboard deleted developer developers docs embed event event-type event-types events ' +
  'explore favicon form forms guides health help home images invite invites join legal login logout mail mailto me ' +
  'metrics new notifications null oauth oauth2 organization organizations orgs pages people postmaster pricing ' +
  'privacy private profile public register reschedule root route router routing-forms schedule schedules search ' +
  'security session sessions signin signout signup sitemap.xml slotkey static status support system terms ' +
  'testing undefined user users v1 v3 webhook webhooks webmaster well-known workflows www';

const RESERVED: ReadonlySet<string> = new Set(`${IN_USE} ${KEPT_FREE}`.split(' '));

/** Accounts get these when they are erased. */
const PSEUDONYM = /^deleted-\d+$/;

/** Nobody gets one of these any more; accounts that have one keep it. `username` in lower case. */
export const isReservedUsername = (username: string): boolean =>
  RESERVED.has(username) || PSEUDONYM.test(username);
