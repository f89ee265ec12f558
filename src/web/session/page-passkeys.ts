/* Passkeys on pages: what their use cases need, and the browser that a challenge is bound to. */
import { randomBytes } from 'node:crypto';
import { SERVICE_NAME } from '../../../views/layout.js';
import { createCeremonies } from '../../accounts/passkeys/passkey-ceremony.js';
import {
  type Binding,
  type CeremonyPurpose,
  createChallenges,
} from '../../accounts/passkeys/passkey-challenges.js';
import type { PasskeyDeps } from '../../accounts/passkeys/passkeys.js';
import { forbidden } from '../../errors.js';
import type { AccountDeps } from './account-deps.js';
import type { PageSession } from './page-session.js';
import type { SignedInUser } from './user.js';

const COOKIES = 'Allow the cookies of this site, reload the page and try again.';

export const passkeyDepsOf = (
  deps: Pick<AccountDeps, 'passkeys' | 'artifacts' | 'keys' | 'clock' | 'appUrl'>,
): PasskeyDeps => ({
  ...deps,
  ceremonies: createCeremonies(deps.appUrl, SERVICE_NAME),
  challenges: createChallenges({ ...deps, random: randomBytes }),
});

/** Bound to the session too, where there is one. Throws 403 for a browser that no page of ours was shown in. */
export function bindingOf(session: PageSession, purpose: CeremonyPurpose, user?: SignedInUser): Binding {
  const browserId = session.browserId();
  if (browserId === undefined) throw forbidden('This browser does not keep our cookie.', COOKIES);
  return { purpose, browser: `${browserId} ${user?.sessionRef ?? ''}` };
}
