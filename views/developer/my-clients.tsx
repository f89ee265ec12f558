/* The first page of developer settings: the clients that the user manages. */
import type { VNode } from 'preact';
import { Layout } from '../layout.js';
import type { PagePerson } from '../parts/account-menu.js';
import { ButtonLink } from '../parts/button.js';
import { Card } from '../parts/card.js';
import { Link } from '../parts/link.js';
import { Logo } from '../parts/logo.js';
import { Notice } from '../parts/notice.js';
import { Time } from '../parts/time.js';
import { CLIENT_KINDS, ClientStatus } from './client-status.js';
import type { ClientStatusProps, KindView } from './client-status.js';

export interface ListedClient extends ClientStatusProps {
  readonly to: string;
  readonly name: string;
  readonly logoUrl?: string | undefined;
  readonly kind: KindView;
  readonly createdAt: Date;
  /** The team that owns it. */
  readonly team?: string | undefined;
  /** Its newest token request or API call. */
  readonly activeAt?: Date | undefined;
}

export interface MyClientsProps {
  readonly user: PagePerson;
  readonly clients: readonly ListedClient[];
  readonly createTo: string;
  readonly now: Date;
  readonly removed: boolean;
}

export const DEVELOPER_TEXT = {
  title: 'Developer settings',
  lead: 'OAuth clients let your application work with people’s accounts, within the scopes they allow.',
  detail: 'Register applications, rotate their secrets, change what they ask for.',
} as const;

const TEXT = {
  create: 'Create a client',
  of: 'Team',
  created: 'Created',
  active: 'Last active',
  neverActive: 'Not active yet',
  none: 'You have no clients yet',
  noneDetail:
    'A client is your application as this service knows it: an ID, its redirect URIs, and the scopes it may ask for. After review everyone can use it; until then only those who manage it and the testers they name.',
  removed: 'The client was deleted. Its tokens no longer have access.',
} as const;

const Activity = ({ activeAt, now }: Pick<ListedClient, 'activeAt'> & { now: Date }): VNode =>
  activeAt ? (
    <>
      {TEXT.active} <Time at={activeAt} now={now} />
    </>
  ) : (
    <>{TEXT.neverActive}</>
  );

const Row = ({ client, now }: { client: ListedClient; now: Date }): VNode => (
  <li>
    <Logo name={client.name} url={client.logoUrl} size="small" />
    <Link to={client.to}>
      <bdi>{client.name}</bdi>
    </Link>
    <ClientStatus {...client} />
    <p class="hint">
      {CLIENT_KINDS[client.kind]} ·{' '}
      {client.team && (
        <>
          {TEXT.of} <bdi>{client.team}</bdi> ·{' '}
        </>
      )}
      {TEXT.created} <Time at={client.createdAt} now={now} /> · <Activity {...client} now={now} />
    </p>
  </li>
);

const Nothing = (): VNode => (
  <>
    <h2>{TEXT.none}</h2>
    <p>{TEXT.noneDetail}</p>
  </>
);

export const MyClientsPage = ({ user, clients, createTo, now, removed }: MyClientsProps): VNode => (
  <Layout title={DEVELOPER_TEXT.title} width="wide" user={user} crumbs={[{ label: 'Your account', to: '/' }]}>
    <h1>{DEVELOPER_TEXT.title}</h1>
    {removed && <Notice kind="good" title={TEXT.removed} />}
    <p class="lead">{DEVELOPER_TEXT.lead}</p>
    <Card>
      {clients.length === 0 ? (
        <Nothing />
      ) : (
        <ul class="rows rows-with-logo">
          {clients.map((client) => (
            <Row key={client.to} client={client} now={now} />
          ))}
        </ul>
      )}
      <div class="actions">
        <ButtonLink look="primary" to={createTo}>
          {TEXT.create}
        </ButtonLink>
      </div>
    </Card>
  </Layout>
);
