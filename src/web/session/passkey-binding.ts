/* The browser that the challenge of a passkey ceremony is bound to. */
import type { Binding, CeremonyPurpose } from '../../accounts/passkeys/passkey-challenges.js';
import { forbidden } from '../../errors.js';
import type { PageSession } from './page-session.js';
import type { SignedInUser } from './user.js';

const COOKIES = 'Allow the cookies of this site, reload the page and try again.';

/** Bound to the session too, where there is one. Throws 403 for a browser without the cookie of our pages. */
export function bindingOf(session: PageSession, purpose: CeremonyPurpose, user?: SignedInUser): Binding {
  const browserId = session.browserId();
  if (browserId === undefined) throw forbidden('This browser has not sent our cookie.', COOKIES);
  return { purpose, browser: `${browserId} ${user?.sessionRef ?? ''}` };
}
