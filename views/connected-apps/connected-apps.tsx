/* The applications with access to a user's account, and forms to limit or revoke it. Data: web/connected-apps. */
import type { VNode } from 'preact';
import type { PageUser } from '../parts/account-menu.js';
import { AccountPage } from '../parts/account-page.js';
import { ApplicationHeading, DevelopedBy } from '../parts/application.js';
import { Badge } from '../parts/badge.js';
import { Button } from '../parts/forms/button.js';
import { Card, EmptyCard } from '../parts/card.js';
import { FoldedList } from '../parts/folded-list.js';
import { Form } from '../parts/forms/form.js';
import { Link } from '../parts/link.js';
import { type ConnectedApp, Installation } from './installation.js';
import { CONNECTED_APPS_TEXT as TEXT, EVERY_INSTALLATION, INSTALLATION } from './messages.js';

export interface ConnectedAppsProps {
  readonly user: PageUser;
  readonly apps: readonly ConnectedApp[];
  readonly now: Date;
  readonly csrf: string;
  readonly action: string;
  /** Address of the page of ended access. */
  readonly ended: string;
  /** Outcome of the last form. */
  readonly done?: string | undefined;
}

type InApp = ConnectedAppsProps & { readonly app: ConnectedApp };

function Installations(props: InApp): VNode {
  const all = props.app.installations;
  const items = all.map((one) => (
    <li key={one.id}>
      <Installation {...props} of={one} />
    </li>
  ));
  return (
    <>
      {all.length > 1 && <p class="hint">{TEXT.installations(all.length)}</p>}
      <FoldedList class="stacked" items={items} more={TEXT.more} />
    </>
  );
}

const Origin = ({ website, developer }: ConnectedApp): VNode => {
  const host = website === undefined ? undefined : URL.parse(website)?.host;
  return (
    <p class="hint">
      {website !== undefined && host !== undefined && (
        <>
          <Link to={website} newTab>
            {host}
          </Link>{' '}
          ·{' '}
        </>
      )}
      <DevelopedBy name={developer} />
    </p>
  );
};

const App = (props: InApp): VNode => (
  <li>
    <Card>
      <ApplicationHeading app={props.app} level="h2" />
      <Origin {...props.app} />
      {!props.app.reviewed && <Badge kind="warning" text={TEXT.notReviewed} />}
      <Installations {...props} />
    </Card>
  </li>
);

const countOf = (apps: readonly ConnectedApp[]): number =>
  apps.reduce((count, { installations }) => count + installations.length, 0);

const Apps = (props: ConnectedAppsProps): VNode => (
  <>
    <p class="lead">{TEXT.lead}</p>
    <ul class="cards">
      {props.apps.map((app) => (
        <App key={app.clientId} app={app} {...props} />
      ))}
    </ul>
    {countOf(props.apps) > 1 && (
      <Form action={props.action} csrf={props.csrf}>
        <Button look="plain" name={INSTALLATION} value={EVERY_INSTALLATION}>
          {TEXT.removeAll}
        </Button>
      </Form>
    )}
  </>
);

export const ConnectedAppsPage = (props: ConnectedAppsProps): VNode => (
  <AccountPage title={TEXT.title} user={props.user} done={props.done}>
    {props.apps.length === 0 ? <EmptyCard title={TEXT.none} detail={TEXT.noneDetail} /> : <Apps {...props} />}
    <p>
      <Link to={props.ended}>{TEXT.ended}</Link>
    </p>
  </AccountPage>
);
