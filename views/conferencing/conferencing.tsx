/* The conferencing apps of a user and of the teams they administer. Data: web/conferencing. */
import type { VNode } from 'preact';
import { Layout } from '../layout.js';
import type { PageUser } from '../parts/account-menu.js';
import { Badge } from '../parts/badge.js';
import { Button, ButtonLink } from '../parts/forms/button.js';
import { Card } from '../parts/card.js';
import { Revoked } from '../parts/revoked-connection.js';
import type { RevokedConnection } from '../parts/revoked-connection.js';
import { Form } from '../parts/forms/form.js';
import { Notice } from '../parts/notice.js';
import { CONFERENCING_TEXT as TEXT } from './messages.js';

export interface PageApp {
  /** Zoom. */
  readonly title: string;
  readonly needsAccount: boolean;
  readonly isDefault: boolean;
  /** Present when the provider refuses it. */
  readonly revoked?: RevokedConnection | undefined;
  /** Target of the form that disconnects it. */
  readonly disconnect: string;
}

export interface PageGroup {
  readonly key: string;
  /** Name of the team; absent for the user. */
  readonly team?: string | undefined;
  readonly apps: readonly PageApp[];
  /** Apps that can be connected but are not. */
  readonly offers: readonly { readonly title: string; readonly to: string }[];
}

export interface ConferencingPageProps {
  readonly user: PageUser;
  /** The user's own apps come first. */
  readonly groups: readonly PageGroup[];
  /** Whether this installation is registered with any provider. */
  readonly isSetUp: boolean;
  /** Host of the video server that needs no account. */
  readonly videoHost: string;
  readonly csrf: string;
  readonly now: Date;
  readonly done?: string | undefined;
  readonly failed?: string | undefined;
}

type Shared = Pick<ConferencingPageProps, 'videoHost' | 'csrf' | 'now'>;
type AppCardProps = Pick<Shared, 'csrf' | 'now'> & { readonly app: PageApp; readonly detail: string };

const AppCard = ({ app, detail, csrf, now }: AppCardProps): VNode => {
  const { title, needsAccount, isDefault, revoked, disconnect } = app;
  return (
    <li>
      <Card>
        <h3>{title}</h3>
        {isDefault && (
          <p>
            <Badge kind="info" text={TEXT.isDefault} />
          </p>
        )}
        {!needsAccount && <p class="hint">{TEXT.noAccount}</p>}
        {revoked && <Revoked title={title} detail={detail} connection={revoked} now={now} />}
        <Form action={disconnect} csrf={csrf}>
          <Button look="plain">{TEXT.disconnect(title)}</Button>
        </Form>
      </Card>
    </li>
  );
};

const Offers = ({ offers }: Pick<PageGroup, 'offers'>): VNode | null =>
  offers.length === 0 ? null : (
    <Card>
      {offers.map(({ title, to }) => (
        <p key={to}>
          <ButtonLink look="plain" to={to}>
            {TEXT.connect(title)}
          </ButtonLink>
        </p>
      ))}
      <p class="hint">{TEXT.connectHint}</p>
    </Card>
  );

const Group = ({ group, videoHost, ...shared }: Shared & { group: PageGroup }): VNode => {
  const { key, team, apps, offers } = group;
  const detail = team === undefined ? TEXT.revoked(videoHost) : TEXT.teamRevoked(videoHost);
  return (
    <section class="in-use" aria-labelledby={key}>
      <h2 id={key}>
        <bdi>{team === undefined ? TEXT.own : TEXT.team(team)}</bdi>
      </h2>
      {apps.length === 0 ? (
        <p>{team === undefined ? TEXT.ownNone : TEXT.teamNone(videoHost)}</p>
      ) : (
        <ul class="cards">
          {apps.map((app) => (
            <AppCard key={app.disconnect} app={app} detail={detail} {...shared} />
          ))}
        </ul>
      )}
      <Offers offers={offers} />
    </section>
  );
};

export const ConferencingPage = (props: ConferencingPageProps): VNode => {
  const { user, groups, isSetUp, done, failed, ...shared } = props;
  return (
    <Layout title={TEXT.title} width="wide" user={user}>
      <h1>{TEXT.title}</h1>
      {done && <Notice kind="good" title={done} />}
      {failed && <Notice kind="danger" title={failed} />}
      <p class="lead">{TEXT.lead(shared.videoHost)}</p>
      {!isSetUp && <Notice kind="info" title={TEXT.notSetUp} />}
      {groups.map((group) => (
        <Group key={group.key} group={group} {...shared} />
      ))}
    </Layout>
  );
};
