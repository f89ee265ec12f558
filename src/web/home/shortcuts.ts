/* Redirects for paths that people and programs request without a link. */
import { PASSWORD_ANCHOR } from '../security/security-page.js';

/** Paths without a page of their own, unless the developer settings are configured to be there. */
export const SHORTCUTS: Readonly<Record<string, string>> = {
  '/settings': '/',
  // W3C, A Well-Known URL for Changing Passwords.
  '/.well-known/change-password': PASSWORD_ANCHOR,
};
