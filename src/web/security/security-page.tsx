/* The security page as it is shown, for every form on it. */
import { ADDRESS_TEXT } from '../../../views/security/address.js';
import { PASSKEYS_TEXT } from '../../../views/security/passkeys.js';
import { SECURITY_TEXT, SecurityPage, type SecurityProps } from '../../../views/security/security.js';
import { MAX_PASSKEYS } from '../../accounts/passkeys/passkey-rules.js';
import { PASSWORD_MIN } from '../../accounts/password.js';
import type { UserRequest } from '../page.js';
import { page, type PageOptions, type PageReply } from '../reply.js';
import type { AccountDeps } from '../session/account-deps.js';
import { browserFamily } from '../session/user-agent.js';

export const SECURITY_PATH = '/settings/security';
/** Where the password is changed. */
export const PASSWORD_ANCHOR = `${SECURITY_PATH}#password-change`;
export const PASSKEYS_PATH = `${SECURITY_PATH}/passkeys`;
export const ACTIONS = {
  signOut: `${SECURITY_PATH}/sign-outs`,
  password: `${SECURITY_PATH}/password`,
  addressLink: `${SECURITY_PATH}/address/link`,
};

export const DONE: Readonly<Record<string, string>> = {
  one: SECURITY_TEXT.signedOut,
  others: SECURITY_TEXT.signedOutOthers,
  before: SECURITY_TEXT.signedOutBefore,
  password: SECURITY_TEXT.passwordChanged,
  address: ADDRESS_TEXT.done,
  address_sent: ADDRESS_TEXT.sent,
  passkey_added: PASSKEYS_TEXT.doneAdded,
  passkey_removed: PASSKEYS_TEXT.doneRemoved,
};

export const done = (what: keyof typeof DONE): string => `${SECURITY_PATH}?done=${what}`;

type Shown = Partial<Omit<SecurityProps, 'passkeys'>> & {
  readonly passkeys?: Partial<SecurityProps['passkeys']>;
};

export async function securityPage(
  { user: { account, sessionRef }, userAgent, csrf }: UserRequest,
  { sessions, passkeys, clock }: AccountDeps,
  shown: Shown,
  options: PageOptions = {},
): Promise<PageReply> {
  const [all, own] = [await sessions.list(account.id), await passkeys.list(account.id)];
  const props: SecurityProps = {
    user: account,
    sessions: all
      .map((session) => ({ ...session, current: session.id === sessionRef }))
      .toSorted((a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt - a.lastSeenAt),
    now: clock(),
    csrf: csrf(),
    actions: ACTIONS,
    addressConfirmed: account.emailVerifiedAt !== undefined,
    passwordMinimum: PASSWORD_MIN,
    faults: {},
    ...shown,
    passkeys: {
      passkeys: own,
      most: MAX_PASSKEYS,
      actions: { add: PASSKEYS_PATH, remove: `${PASSKEYS_PATH}/removal` },
      name: browserFamily(userAgent),
      ...shown.passkeys,
    },
  };
  return page(<SecurityPage {...props} />, { ...options, scripts: [] });
}
