/* Signing in, up and out, and account recovery. */
import type { Page } from '../page.js';
import type { AccountDeps } from '../../accounts/deps.js';
import { createPasskeyChallengePages } from './passkey-challenge-pages.js';
import { createPasskeySignInPages } from './passkey-sign-in-pages.js';
import { createRecoveryPages } from './recovery-pages.js';
import { createSignInPages } from './sign-in-pages.js';
import { createSignOutPages } from './sign-out-pages.js';
import { createSignUpPages } from './sign-up-pages.js';

export const createAllSignInPages = (deps: AccountDeps): readonly Page[] => [
  ...createSignInPages(deps),
  ...createPasskeySignInPages(deps),
  ...createPasskeyChallengePages(deps),
  ...createSignUpPages(deps),
  ...createSignOutPages(),
  ...createRecoveryPages(deps),
];
