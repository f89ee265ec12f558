/* The first page of developer settings: the clients that the user manages. */
import type { VNode } from 'preact';
import type { PageUser } from '../parts/account-menu.js';
import { AccountPage } from '../parts/account-page.js';
import { LinkAction } from '../parts/forms/actions.js';
import { Card } from '../parts/card.js';
import { isolated } from '../parts/text/isolated.js';
import { Time } from '../parts/text/time.js';
import { ClientRow, type ClientRowView } from './client-row.js';

export interface ListedClient extends ClientRowView {
  /** Its newest token request or API call. */
  readonly activeAt?: Date | undefined;
}

export interface MyClientsProps {
  readonly user: PageUser;
  readonly clients: readonly ListedClient[];
  readonly createTo: string;
  readonly now: Date;
  /** Outcome of the last form. */
  readonly done?: string | undefined;
}

export const DEVELOPER_TEXT = {
  title: 'Your applications',
  lead: 'OAuth clients let your application work with people’s accounts, within the scopes they allow.',
  detail: 'Register applications, rotate their secrets, change what they ask for.',
} as const;

export const MY_CLIENTS_TEXT = {
  create: 'Create a client',
  created: 'Created',
  active: 'Last active',
  neverActive: 'Not active yet',
  none: 'You have no clients yet',
  noneDetail:
    'A client is your application as this service knows it: an ID, its redirect URIs, and the scopes it may ask for. After review everyone can use it; until then only those who manage it and the testers they name.',
  removed: (name: string) => `${isolated(name)} was deleted. Its tokens no longer have access.`,
} as const;
const TEXT = MY_CLIENTS_TEXT;

const Activity = ({ activeAt, now }: Pick<ListedClient, 'activeAt'> & { now: Date }): VNode =>
  activeAt ? (
    <>
      {TEXT.active} <Time at={activeAt} now={now} />
    </>
  ) : (
    <>{TEXT.neverActive}</>
  );

export const MyClientsPage = ({ user, clients, createTo, now, done }: MyClientsProps): VNode => (
  <AccountPage title={DEVELOPER_TEXT.title} user={user} done={done}>
    <p class="lead">{DEVELOPER_TEXT.lead}</p>
    <Card>
      {clients.length === 0 ? (
        <>
          <h2>{TEXT.none}</h2>
          <p>{TEXT.noneDetail}</p>
        </>
      ) : (
        <ul class="rows rows-with-logo">
          {clients.map((client) => (
            <ClientRow key={client.to} client={client}>
              {TEXT.created} <Time at={client.createdAt} now={now} /> · <Activity {...client} now={now} />
            </ClientRow>
          ))}
        </ul>
      )}
      <LinkAction look="primary" to={createTo} text={TEXT.create} />
    </Card>
  </AccountPage>
);
