/* The security settings of a user: sessions, password, passkeys and the e-mail address. */
import type { Page } from '../page.js';
import type { AccountDeps } from '../../accounts/deps.js';
import { createAddressPages } from './address-pages.js';
import { createEmailChangePages } from './email-change-pages.js';
import { createPasskeyPages } from './passkey-pages.js';
import { createSecurityPages } from './security-pages.js';

export const createAllSecurityPages = (deps: AccountDeps): readonly Page[] => [
  ...createSecurityPages(deps),
  ...createAddressPages(deps),
  ...createEmailChangePages(deps),
  ...createPasskeyPages(deps),
];
