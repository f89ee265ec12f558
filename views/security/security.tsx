/* The sessions, passkeys and password of a user. Data: web/security. */
import type { VNode } from 'preact';
import type { PageUser } from '../parts/account-menu.js';
import { AccountPage } from '../parts/account-page.js';
import { Badge } from '../parts/badge.js';
import { Button } from '../parts/forms/button.js';
import { Card } from '../parts/card.js';
import { FoldedList } from '../parts/folded-list.js';
import { Field } from '../parts/forms/field.js';
import { Form } from '../parts/forms/form.js';
import { NewPasswordField } from '../parts/forms/new-password-field.js';
import { Notice } from '../parts/notice.js';
import { counted } from '../parts/text/counted.js';
import { Time, useExactTime } from '../parts/text/time.js';
import { AddressCard, type AddressCardProps } from './address.js';
import { Passkeys, PasskeyScript, type PasskeysProps } from './passkeys.js';

export interface SessionView {
  readonly id: string;
  readonly browser: string;
  readonly clientIp: string;
  /** Milliseconds since the epoch, as `lastSeenAt`. */
  readonly createdAt: number;
  readonly lastSeenAt: number;
  /** The session of this request. */
  readonly current: boolean;
}

export interface SecurityProps {
  readonly user: PageUser;
  readonly sessions: readonly SessionView[];
  readonly now: number;
  readonly csrf: string;
  readonly actions: AddressCardProps['actions'] & { readonly signOut: string; readonly password: string };
  readonly waitingEmail: AddressCardProps['waiting'];
  readonly addressConfirmed: boolean;
  readonly addressRefusal?: string | undefined;
  readonly passkeys: Omit<PasskeysProps, 'csrf' | 'now'>;
  readonly passwordMinimum: number;
  readonly faults: { readonly current?: string; readonly password?: string };
  readonly refusal?: string | undefined;
  /** Outcome of the last form. */
  readonly done?: string | undefined;
}

export const SECURITY_TEXT = {
  title: 'Security',
  detail: 'See where you are signed in, manage your passkeys, and change your password.',
  sessions: 'Where you are signed in',
  sessionsLead: 'Sign out a browser that you do not recognise, then change your password.',
  current: 'This browser',
  since: 'Signed in',
  lastSeen: 'last seen',
  from: 'From',
  more: (count: number) => counted(count, 'more session'),
  signOut: (browser: string) => `Sign out ${browser}`,
  signOutWhich: ({ browser, clientIp }: SessionView, signedIn: string) =>
    `Sign out ${browser}, signed in ${signedIn} from ${clientIp}`,
  signOutOthers: 'Sign out all other browsers',
  signedOut: (browser: string) => `${browser} is signed out.`,
  signedOutBefore: 'This browser is signed out already.',
  signedOutOthers: 'All other browsers are signed out.',
  password: 'Change your password',
  passwordLead: 'Every other browser is signed out. Connected applications keep their access.',
  currentPassword: 'Current password',
  newPassword: 'New password',
  submit: 'Change password',
  passwordChanged: 'Your password is changed. Every other browser is signed out.',
} as const;
const TEXT = SECURITY_TEXT;

/** Field name and value of the sign-out form. */
export const SESSION_FIELD = 'session';
export const EVERY_OTHER_SESSION = 'others';

function SignOutForm({
  session,
  csrf,
  action,
}: {
  session: SessionView;
  csrf: string;
  action: string;
}): VNode {
  const signedIn = useExactTime()(new Date(session.createdAt));
  return (
    <Form action={action} csrf={csrf}>
      <Button
        look="plain"
        name={SESSION_FIELD}
        value={session.id}
        label={TEXT.signOutWhich(session, signedIn)}
      >
        {TEXT.signOut(session.browser)}
      </Button>
    </Form>
  );
}

const SessionRow = ({ session, now, csrf, actions }: SecurityProps & { session: SessionView }): VNode => (
  <li>
    <div>
      {session.current && <Badge kind="good" text={TEXT.current} />}
      <p class="hint">
        {TEXT.from} {session.clientIp}
      </p>
      <p class="hint">
        {TEXT.since} <Time at={new Date(session.createdAt)} now={new Date(now)} />, {TEXT.lastSeen}{' '}
        <Time at={new Date(session.lastSeenAt)} now={new Date(now)} />
      </p>
    </div>
    {!session.current && <SignOutForm session={session} csrf={csrf} action={actions.signOut} />}
  </li>
);

/** The sessions of one browser on one system, as far as it is known: a person signs in there again and again. */
const Device = (props: SecurityProps & { browser: string }): VNode => (
  <li>
    <h3>{props.browser}</h3>
    <FoldedList
      class="rows"
      items={props.sessions.map((session) => (
        <SessionRow key={session.id} session={session} {...props} />
      ))}
      more={TEXT.more}
    />
  </li>
);

const Devices = (props: SecurityProps): VNode => {
  const browsers = [...new Set(props.sessions.map(({ browser }) => browser))];
  return (
    <ul class="stacked">
      {browsers.map((browser) => {
        const sessions = props.sessions.filter((session) => session.browser === browser);
        return <Device key={browser} {...props} browser={browser} sessions={sessions} />;
      })}
    </ul>
  );
};

const Sessions = (props: SecurityProps): VNode => (
  <Card>
    <h2>{TEXT.sessions}</h2>
    <p class="hint">{TEXT.sessionsLead}</p>
    <Devices {...props} />
    {props.sessions.length > 1 && (
      <Form action={props.actions.signOut} csrf={props.csrf}>
        <Button look="plain" name={SESSION_FIELD} value={EVERY_OTHER_SESSION}>
          {TEXT.signOutOthers}
        </Button>
      </Form>
    )}
  </Card>
);

const Password = ({ user, csrf, actions, faults, refusal, passwordMinimum }: SecurityProps): VNode => (
  <Card>
    <h2 id="password-change">{TEXT.password}</h2>
    <p class="hint">{TEXT.passwordLead}</p>
    {refusal && <Notice kind="danger" title={refusal} />}
    <Form action={actions.password} csrf={csrf}>
      {/* Tells password managers the account. */}
      <input type="text" name="email" autocomplete="username" value={user.email} readonly hidden />
      <Field
        name="current_password"
        label={TEXT.currentPassword}
        type="password"
        autocomplete="current-password"
        fault={faults.current}
        focused={faults.current !== undefined}
      />
      <NewPasswordField
        label={TEXT.newPassword}
        minimum={passwordMinimum}
        fault={faults.password}
        focused={faults.current === undefined && faults.password !== undefined}
      />
      <Button look="primary">{TEXT.submit}</Button>
    </Form>
  </Card>
);

export const SecurityPage = (props: SecurityProps): VNode => (
  <AccountPage title={TEXT.title} user={props.user} done={props.done}>
    <AddressCard
      email={props.user.email}
      confirmed={props.addressConfirmed}
      actions={props.actions}
      csrf={props.csrf}
      refusal={props.addressRefusal}
      waiting={props.waitingEmail}
      now={new Date(props.now)}
    />
    <Sessions {...props} />
    <Passkeys {...props.passkeys} csrf={props.csrf} now={new Date(props.now)} />
    <Password {...props} />
    <PasskeyScript />
  </AccountPage>
);
