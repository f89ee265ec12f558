/* One account for administrators, and the recovery link that one of them created. Data: web/users. */
import type { VNode } from 'preact';
import { ClientStatus, type StatusView } from '../developer/client-status.js';
import type { SubpageProps } from '../layout.js';
import { AccountPage } from '../parts/account-page.js';
import { Button, type ButtonLook } from '../parts/forms/button.js';
import { Card } from '../parts/card.js';
import { DefinitionList } from '../parts/definition-list.js';
import { Form } from '../parts/forms/form.js';
import { LinkAction } from '../parts/forms/actions.js';
import { Link } from '../parts/link.js';
import { Notice } from '../parts/notice.js';
import { Copyable, CopyScript } from '../parts/text/copyable.js';
import { Time } from '../parts/text/time.js';
import { AccountBadges, type AccountStates } from './users.js';

export interface AccountActionForm {
  /** Below the page's path. */
  readonly to: string;
  readonly label: string;
  readonly consequence: string;
  /** On the page afterwards. */
  readonly done: (name: string) => string;
  readonly look: ButtonLook;
}

interface AccountView extends AccountStates {
  readonly name: string;
  readonly email: string;
  readonly username: string;
  readonly createdAt: Date;
}

export interface UserPageProps extends SubpageProps {
  readonly account: AccountView;
  /** The reader's own. */
  readonly isOwn: boolean;
  /** Those that the user manages. */
  readonly clients: readonly { readonly name: string; readonly status: StatusView; readonly to: string }[];
  readonly sessions: number;
  readonly grants: number;
  /** What was done to the account, and what its user did. */
  readonly audit: { readonly of: string; readonly by: string };
  readonly actions: readonly AccountActionForm[];
  readonly path: string;
  readonly csrf: string;
  readonly done?: string | undefined;
  readonly now: Date;
}

const TEXT = {
  own: 'This is your own account. Another administrator can sign it out, disable it or take its role away.',
  account: 'The account',
  email: 'E-mail address',
  username: 'Username',
  since: 'Account since',
  disabled: 'Disabled',
  sessions: 'Browsers signed in',
  grants: 'Connected applications',
  audit: 'Audit log',
  auditOf: 'About this account',
  auditBy: 'By this user',
  clients: 'Clients',
  noClients: 'The user manages no clients.',
  actions: 'Change the account',
  linkTitle: 'Recovery link',
  linkOnce: 'It is shown only once, and works once. If you leave this page, create another.',
  linkFor: 'Hand it only to',
  link: 'Link',
  until: 'Works until',
  handedOver: 'I have copied it',
} as const;

const Facts = ({ account, sessions, grants, audit, now }: UserPageProps): VNode => (
  <Card>
    <h2>{TEXT.account}</h2>
    <AccountBadges {...account} />
    <DefinitionList
      of={[
        { term: TEXT.email, value: <bdi>{account.email}</bdi> },
        { term: TEXT.username, value: <bdi>{account.username}</bdi> },
        { term: TEXT.since, value: <Time at={account.createdAt} now={now} /> },
        { term: TEXT.disabled, value: account.disabledAt && <Time at={account.disabledAt} now={now} /> },
        { term: TEXT.sessions, value: sessions },
        { term: TEXT.grants, value: grants },
        {
          term: TEXT.audit,
          value: (
            <>
              <Link to={audit.of}>{TEXT.auditOf}</Link> · <Link to={audit.by}>{TEXT.auditBy}</Link>
            </>
          ),
        },
      ]}
    />
  </Card>
);

const Clients = ({ clients }: UserPageProps): VNode => (
  <Card>
    <h2>{TEXT.clients}</h2>
    {clients.length === 0 ? (
      <p class="hint">{TEXT.noClients}</p>
    ) : (
      <ul class="rows">
        {clients.map(({ name, status, to }) => (
          <li key={to}>
            <Link to={to}>
              <bdi>{name}</bdi>
            </Link>
            <ClientStatus status={status} />
          </li>
        ))}
      </ul>
    )}
  </Card>
);

const Actions = ({ actions, path, csrf }: UserPageProps): VNode | null =>
  actions.length === 0 ? null : (
    <Card>
      <h2>{TEXT.actions}</h2>
      <ul class="plain-list verdicts">
        {actions.map(({ to, label, consequence, look }) => (
          <li key={to}>
            <Form action={`${path}/${to}`} csrf={csrf}>
              <div class="consequence">
                <p class="hint">{consequence}</p>
                <Button look={look}>{label}</Button>
              </div>
            </Form>
          </li>
        ))}
      </ul>
    </Card>
  );

export const UserPage = (props: UserPageProps): VNode => (
  <AccountPage
    title={props.account.name}
    heading={<bdi>{props.account.name}</bdi>}
    user={props.user}
    crumbs={props.crumbs}
    done={props.done}
  >
    {props.isOwn && <Notice kind="info" title={TEXT.own} />}
    <Facts {...props} />
    <Clients {...props} />
    <Actions {...props} />
  </AccountPage>
);

export interface RecoveryLinkProps extends SubpageProps {
  readonly account: Pick<AccountView, 'name' | 'email'>;
  readonly link: string;
  readonly expiresAt: Date;
  readonly backTo: string;
  readonly now: Date;
}

/** Its response must allow scripts, for the button that copies the link. */
export const RecoveryLinkPage = ({ account, link, expiresAt, now, ...props }: RecoveryLinkProps): VNode => (
  <AccountPage title={TEXT.linkTitle} user={props.user} crumbs={props.crumbs}>
    <Notice kind="warning" title={TEXT.linkOnce} />
    <Card>
      <DefinitionList
        of={[
          {
            term: TEXT.linkFor,
            value: (
              <>
                <bdi>{account.name}</bdi> (<bdi>{account.email}</bdi>)
              </>
            ),
          },
          { term: TEXT.link, value: <Copyable value={link} noun="link" once /> },
          { term: TEXT.until, value: <Time at={expiresAt} now={now} /> },
        ]}
      />
      <LinkAction look="primary" to={props.backTo} text={TEXT.handedOver} />
    </Card>
    <CopyScript />
  </AccountPage>
);
