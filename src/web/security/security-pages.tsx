/* `/settings/security`: where somebody is signed in, and the password. Passkeys on it: passkey-routes.tsx. */
import type { Context } from 'koa';
import type Router from 'koa-router';
import { ADDRESS_TEXT } from '../../../views/security/address.js';
import { PASSKEYS_TEXT } from '../../../views/security/passkeys.js';
import {
  EVERY_OTHER_SESSION,
  SECURITY_TEXT,
  SecurityPage,
  SESSION_FIELD,
} from '../../../views/security/security.js';
import type { SecurityProps } from '../../../views/security/security.js';
import { readForm } from '../../http/forms.js';
import { redirectAfterPost, sendPage } from '../../http/pages.js';
import { clientIp } from '../../http/proxies.js';
import { allowScript } from '../../http/security-headers.js';
import { changePassword } from '../../accounts/change-password.js';
import type { PasswordOutcome } from '../../accounts/change-password.js';
import { tooManyTries } from '../session/page-deps.js';
import type { AccountPagesDeps } from '../session/page-deps.js';
import { MAX_PASSKEYS } from '../../accounts/passkey-rules.js';
import { PASSWORD_MIN } from '../../accounts/password.js';
import type { SignedInUser } from '../session/user.js';
import { createTries, TRY_LIMITS } from '../../accounts/sign-in-rate-limit.js';
import { browserFamily } from '../session/user-agent.js';

export const SECURITY_PATH = '/settings/security';
/** Where the password is changed. */
export const PASSWORD_ANCHOR = `${SECURITY_PATH}#password-change`;
export const PASSKEYS_PATH = `${SECURITY_PATH}/passkeys`;
export const ADDRESS_LINK_PATH = `${SECURITY_PATH}/address/link`;

const DONE: Readonly<Record<string, string>> = {
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

/** Undefined when the browser was sent to sign in first. */
export async function signedIn(
  ctx: Context,
  { currentUser }: AccountPagesDeps,
): Promise<SignedInUser | undefined> {
  const user = await currentUser(ctx);
  if (user === undefined) {
    redirectAfterPost(ctx, `/sign-in?${new URLSearchParams({ return_to: SECURITY_PATH }).toString()}`);
  }
  return user;
}

type Shown = Partial<Omit<SecurityProps, 'passkeys'>> & {
  readonly status?: number;
  readonly passkeys?: Partial<SecurityProps['passkeys']>;
};

export async function showSecurity(
  ctx: Context,
  { sessions, passkeys, csrf, clock }: AccountPagesDeps,
  { account, sessionRef }: SignedInUser,
  { status = 200, ...shown }: Shown = {},
): Promise<void> {
  const [all, own] = [await sessions.list(account.id), await passkeys.list(account.id)];
  const props: SecurityProps = {
    user: account,
    sessions: all
      .map((session) => ({ ...session, current: session.id === sessionRef }))
      .toSorted((a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt - a.lastSeenAt),
    now: clock(),
    csrf: csrf.csrfField(ctx),
    actions: {
      signOut: `${SECURITY_PATH}/sign-outs`,
      password: `${SECURITY_PATH}/password`,
      addressLink: ADDRESS_LINK_PATH,
    },
    addressConfirmed: account.emailVerifiedAt !== undefined,
    passwordMinimum: PASSWORD_MIN,
    faults: {},
    ...shown,
    passkeys: {
      passkeys: own,
      most: MAX_PASSKEYS,
      actions: { add: PASSKEYS_PATH, remove: `${PASSKEYS_PATH}/removal` },
      name: browserFamily(ctx.get('user-agent')),
      ...shown.passkeys,
    },
  };
  allowScript(ctx, []);
  sendPage(ctx, status, <SecurityPage {...props} />);
}

/** Sessions may live outside the database, so the row comes after their end. */
async function signOut(
  ctx: Context,
  { sessions, audit }: AccountPagesDeps,
  { account, sessionRef }: SignedInUser,
  chosen: string,
): Promise<keyof typeof DONE> {
  const others = chosen === EVERY_OTHER_SESSION;
  const own = await sessions.list(account.id);
  const ended = own.filter(({ id }) => (others ? id !== sessionRef : id === chosen));
  if (others) await sessions.endAll(account.id, sessionRef);
  else await Promise.all(ended.map(({ id }) => sessions.end(id)));
  if (ended.length === 0) return others ? 'others' : 'before';
  const subject = `account:${account.id}`;
  const facts = { browsers: ended.map(({ browser }) => browser), others };
  await audit.append({
    actor: subject,
    clientIp: clientIp(ctx),
    action: 'account.sessions_ended',
    subject,
    facts,
  });
  return others ? 'others' : 'one';
}

async function answer(
  ctx: Context,
  deps: AccountPagesDeps,
  user: SignedInUser,
  outcome: PasswordOutcome,
): Promise<void> {
  if (outcome.kind === 'changed') {
    await deps.sessions.endAll(user.account.id);
    await deps.sessionOf(ctx).start(user.account.id);
    redirectAfterPost(ctx, done('password'));
  } else if (outcome.kind === 'faulty') {
    await showSecurity(ctx, deps, user, { status: 422, faults: outcome.faults });
  } else {
    ctx.set('retry-after', String(outcome.retryAfterSeconds));
    await showSecurity(ctx, deps, user, { status: 429, refusal: tooManyTries(outcome.retryAfterSeconds) });
  }
}

export function addSecurity(router: Router, deps: AccountPagesDeps): void {
  const tries = createTries(deps.throttle, deps.keys, deps.limits ?? TRY_LIMITS);
  const { requireUser } = deps;
  router.get(SECURITY_PATH, async (ctx) => {
    const user = await signedIn(ctx, deps);
    if (user) await showSecurity(ctx, deps, user, { done: DONE[String(ctx.query.done)] });
  });
  router.post(`${SECURITY_PATH}/sign-outs`, async (ctx) => {
    const form = await readForm(ctx);
    const user = await requireUser(ctx, form);
    if (user) redirectAfterPost(ctx, done(await signOut(ctx, deps, user, form.text(SESSION_FIELD))));
  });
  router.post(`${SECURITY_PATH}/password`, async (ctx) => {
    const form = await readForm(ctx);
    const user = await requireUser(ctx, form);
    if (!user) return;
    const [current, password] = [form.text('current_password'), form.text('password')];
    const { account } = user;
    const outcome = await changePassword({ ...deps, tries }, { account, current, password }, clientIp(ctx));
    await answer(ctx, deps, user, outcome);
  });
}
