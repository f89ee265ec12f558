/*
 * Links of the home page, the most used first, and redirects for paths that people and programs request without a
 * link.
 */
import { CONNECTED_APPS_TEXT } from '../../../views/connected-apps/connected-apps.js';
import { SECURITY_TEXT } from '../../../views/security/security.js';
import { PASSWORD_ANCHOR, SECURITY_PATH } from '../security/security-page.js';
import { ACCOUNT_LINK } from '../account/pages.js';
import { AUDIT_LINK } from '../audit/pages.js';
import { CONNECTED_APPS_PATH } from '../../authorization/grants/installations.js';
import { CALENDARS_LINK } from '../calendars/pages.js';
import { developerLink } from '../developer/pages.js';
import { REVIEW_LINK } from '../review/pages.js';
import { CONFERENCING_LINK } from '../conferencing/pages.js';
import type { Config } from '../../config/config.js';
import { outboxLinks } from '../outbox/pages.js';
import { WEBHOOKS_LINK } from '../webhooks/pages.js';
import { PLAYGROUND_LINK } from '../playground/pages.js';
import { referenceLink } from '../reference/reference.js';
import { ROUTING_FORMS_LINK } from '../routing-forms/pages.js';
import type { Stores } from '../../stores.js';
import { TEAMS_LINK } from '../teams/pages.js';

export interface HomeDeps {
  readonly config: Config;
  readonly stores: Stores;
  /** Present with demonstration data. */
  readonly demo?: object;
}

const ACCOUNT_LINKS = [
  {
    to: CONNECTED_APPS_PATH,
    label: CONNECTED_APPS_TEXT.title,
    detail: 'See what each may do and remove what you no longer need.',
  },
  { to: SECURITY_PATH, label: SECURITY_TEXT.title, detail: SECURITY_TEXT.detail },
  ACCOUNT_LINK,
];

/** Paths without a page of their own, unless the developer settings are configured to be there. */
export const SHORTCUTS: Readonly<Record<string, string>> = {
  '/settings': '/',
  '/admin': REVIEW_LINK.to,
  // W3C, A Well-Known URL for Changing Passwords.
  '/.well-known/change-password': PASSWORD_ANCHOR,
};

export const homeLinks = (deps: HomeDeps) => [
  ...ACCOUNT_LINKS,
  TEAMS_LINK,
  CALENDARS_LINK,
  CONFERENCING_LINK,
  ROUTING_FORMS_LINK,
  WEBHOOKS_LINK,
  developerLink(deps.config.settingsUrl),
  REVIEW_LINK,
  AUDIT_LINK,
  referenceLink(deps.config.baseUrl),
  ...(deps.config.production || deps.demo === undefined ? [] : [PLAYGROUND_LINK]),
  ...outboxLinks(deps),
];
