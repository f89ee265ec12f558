/* The security page, for every form on it. */
import { ADDRESS_TEXT } from '../../../views/security/address.js';
import { EMAIL_CHANGE_TEXT } from '../../../views/security/email-change.js';
import { SECURITY_TEXT, SecurityPage, type SecurityProps } from '../../../views/security/security.js';
import { EMAIL_CHANGE_PATH } from '../../accounts/email-change.js';
import { MAX_PASSKEYS } from '../../accounts/passkeys/passkey-rules.js';
import { PASSWORD_MIN } from '../../accounts/password.js';
import type { AccountDeps } from '../../accounts/deps.js';
import type { UserRequest } from '../page.js';
import { page, type PageOptions, type PageReply } from '../reply.js';
import { browserFamily } from '../session/user-agent.js';

export const SECURITY_PATH = '/settings/security';
export const PASSWORD_ANCHOR = `${SECURITY_PATH}#password-change`;
export const ACTIONS = {
  signOut: `${SECURITY_PATH}/sign-outs`,
  password: `${SECURITY_PATH}/password`,
  addressLink: `${SECURITY_PATH}/address/link`,
  email: EMAIL_CHANGE_PATH,
  emailWithdrawal: `${EMAIL_CHANGE_PATH}/withdrawal`,
};
export const PASSKEY_ACTIONS = {
  add: `${SECURITY_PATH}/passkeys`,
  remove: `${SECURITY_PATH}/passkeys/removal`,
};

export const DONE = {
  others: SECURITY_TEXT.signedOutOthers,
  before: SECURITY_TEXT.signedOutBefore,
  password: SECURITY_TEXT.passwordChanged,
  address: ADDRESS_TEXT.done,
  address_access_ended: ADDRESS_TEXT.accessEnded,
  address_sent: ADDRESS_TEXT.sent,
  email_change_requested: EMAIL_CHANGE_TEXT.requested,
  email_change_withdrawn: EMAIL_CHANGE_TEXT.withdrawn,
  email_changed: EMAIL_CHANGE_TEXT.changed,
};

export const done = (text: keyof typeof DONE): string => `${SECURITY_PATH}?done=${text}`;

type PartialProps = Partial<Omit<SecurityProps, 'passkeys'>> & {
  readonly passkeys?: Partial<SecurityProps['passkeys']>;
};

export async function securityPage(
  { sessions, passkeys, emailChanges, clock }: AccountDeps,
  { user: { account, sessionRef }, userAgent, csrf }: UserRequest,
  overrides: PartialProps,
  options: PageOptions = {},
): Promise<PageReply> {
  const [all, own] = [await sessions.list(account.id), await passkeys.list(account.id)];
  const change = await emailChanges.waiting(account.id, new Date(clock()));
  const props: SecurityProps = {
    user: account,
    sessions: all
      .map((session) => ({ ...session, current: session.id === sessionRef }))
      .toSorted((a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt - a.lastSeenAt),
    now: clock(),
    csrf: csrf(),
    actions: ACTIONS,
    waitingEmail: change && { email: change.email, until: change.expiresAt },
    addressConfirmed: account.emailVerifiedAt !== undefined,
    passwordMinimum: PASSWORD_MIN,
    faults: {},
    ...overrides,
    passkeys: {
      passkeys: own,
      max: MAX_PASSKEYS,
      actions: PASSKEY_ACTIONS,
      name: browserFamily(userAgent),
      ...overrides.passkeys,
    },
  };
  return page(<SecurityPage {...props} />, { ...options, scripts: [] });
}
