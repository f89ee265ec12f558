/* Passkeys and applications on one page, for a user who has just recovered the account. Data: web/security/access-pages. */
import type { VNode } from 'preact';
import type { PageUser } from '../parts/account-menu.js';
import { AccountPage } from '../parts/account-page.js';
import { Button, ButtonLink } from '../parts/forms/button.js';
import { Card } from '../parts/card.js';
import { Form } from '../parts/forms/form.js';
import { Notice } from '../parts/notice.js';
import { Time } from '../parts/text/time.js';

export const ACCESS_TEXT = {
  title: 'Who has access to your account',
  lead: 'Besides your password, these passkeys and applications have access. Remove them all if somebody else may have added one. Every other browser is then signed out too.',
  ended: 'All from before has ended',
  endedLead:
    'Nobody had confirmed the address of this account before. Because somebody else may have used it, its passkeys, calendars, meeting apps and applications were removed, and every browser was signed out.',
  passkeys: 'Passkeys',
  noPasskeys: 'There is no passkey.',
  apps: 'Applications',
  noApps: 'No application can use your account.',
  added: 'Added',
  allowed: 'Allowed',
  waiting: 'not connected yet',
  removeAll: 'Remove all of them',
  keep: 'Keep them and continue',
  goOn: 'Continue',
  done: 'The passkeys and applications are removed, and every other browser is signed out.',
} as const;
const TEXT = ACCESS_TEXT;

export interface AccessView {
  readonly id: string;
  readonly name: string;
  readonly since: Date;
  /** Allowed, without tokens so far. */
  readonly waiting?: boolean;
}

export interface AccessProps {
  readonly user: PageUser;
  readonly passkeys: readonly AccessView[];
  readonly apps: readonly AccessView[];
  /** All from before ended with the recovery. */
  readonly ended: boolean;
  readonly now: Date;
  readonly csrf: string;
  readonly action: string;
  readonly done?: string | undefined;
}

const List = (props: {
  heading: string;
  none: string;
  since: string;
  of: readonly AccessView[];
  now: Date;
}): VNode => (
  <Card>
    <h2>{props.heading}</h2>
    {props.of.length === 0 && <p class="hint">{props.none}</p>}
    <ul class="rows">
      {props.of.map(({ id, name, since, waiting }) => (
        <li key={id}>
          <div>
            <p class="strong">
              <bdi>{name}</bdi>
            </p>
            <p class="hint">
              {props.since} <Time at={since} now={props.now} />
              {waiting && `, ${TEXT.waiting}`}
            </p>
          </div>
        </li>
      ))}
    </ul>
  </Card>
);

export function AccessPage({ passkeys, apps, now, ended, csrf, action, user, done }: AccessProps): VNode {
  const isEmpty = passkeys.length + apps.length === 0;
  return (
    <AccountPage title={TEXT.title} user={user} crumbs={[]} done={done}>
      {ended && (
        <Notice kind="warning" title={TEXT.ended}>
          <p>{TEXT.endedLead}</p>
        </Notice>
      )}
      {!isEmpty && <p class="lead">{TEXT.lead}</p>}
      <List heading={TEXT.passkeys} none={TEXT.noPasskeys} since={TEXT.added} of={passkeys} now={now} />
      <List heading={TEXT.apps} none={TEXT.noApps} since={TEXT.allowed} of={apps} now={now} />
      {!isEmpty && (
        <Form action={action} csrf={csrf}>
          <Button look="danger">{TEXT.removeAll}</Button>
        </Form>
      )}
      <ButtonLink look="plain" to="/">
        {isEmpty ? TEXT.goOn : TEXT.keep}
      </ButtonLink>
    </AccountPage>
  );
}
