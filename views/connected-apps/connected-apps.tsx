/* What has access to a user's account, and how to revoke it, in part or whole. Filled by src/web/connected-apps/pages.tsx. */
import type { VNode } from 'preact';
import { Layout } from '../layout.js';
import type { PagePerson } from '../parts/account-menu.js';
import { Badge } from '../parts/badge.js';
import { Button, ButtonLink } from '../parts/button.js';
import { Card } from '../parts/card.js';
import { DefinitionList } from '../parts/definition-list.js';
import type { Definition } from '../parts/definition-list.js';
import { Form } from '../parts/form.js';
import { Link } from '../parts/link.js';
import { Logo } from '../parts/logo.js';
import { Notice } from '../parts/notice.js';
import { ResourceList } from '../parts/granted-resources.js';
import type { GrantedResourcesView } from '../parts/granted-resources.js';
import { exactTime, Time } from '../parts/time.js';

export interface ConnectedApp {
  /** Names the installation in the form. */
  readonly id: string;
  readonly name: string;
  readonly website?: string | undefined;
  readonly logoUrl?: string | undefined;
  readonly reviewed: boolean;
  /** What it may do, a sentence each; empty when it may do everything. */
  readonly words: readonly string[];
  /** Which teams and organizations; absent when none. */
  readonly reach?: GrantedResourcesView | undefined;
  readonly since: Date;
  readonly lastActive: Date;
  /** The absolute end. */
  readonly ends: Date;
  /** The user chose it; otherwise it is the limit of the service. */
  readonly chosenEnd: boolean;
  /** The end, should it not be used any more. */
  readonly unusedUntil: Date;
  /** Where parts of it are taken; absent when it has only one. */
  readonly limits?: string | undefined;
}

export interface ConnectedAppsProps {
  readonly user: PagePerson;
  readonly apps: readonly ConnectedApp[];
  readonly now: Date;
  readonly csrf: string;
  readonly action: string;
  /** What the last form did. */
  readonly done?: string | undefined;
}

export const CONNECTED_APPS_TEXT = {
  title: 'Connected applications',
  lead: 'These applications can use your account. You can limit what one may do, or remove it; either holds within a second, everywhere. What you took away you can allow again when the application asks you for it.',
  none: 'No application can use your account',
  noneDetail:
    'An application appears here when you allow it. To connect one, start from the application itself.',
  may: 'May',
  resources: 'In',
  everything: 'Do everything you can',
  since: 'Allowed',
  lastActive: 'Last active',
  until: 'Until',
  asChosen: 'as you chose',
  revoked: 'you remove it, or',
  atMost: 'at the latest',
  unused: 'Unused, it ends',
  limit: (name: string) => `Limit ${name}`,
  remove: (name: string) => `Remove ${name}`,
  removeAll: 'Remove all of them',
  notReviewed: 'Not reviewed yet',
  limited: 'The application was limited. It can do what you see here and nothing else from now on.',
  notLimited: 'Nothing was taken away: the application had no more than you left it.',
  removed: 'The application was removed. It has no access any more.',
  removedBefore: 'This application has no access any more.',
  removedAll: 'All applications were removed. None has access any more.',
} as const;
const TEXT = CONNECTED_APPS_TEXT;

/** Field name and value of the removal form. */
export const INSTALLATION = 'installation';
export const EVERY_INSTALLATION = 'all';

const May = ({ words }: ConnectedApp): VNode =>
  words.length === 0 ? (
    <strong>{TEXT.everything}</strong>
  ) : (
    <ul class="plain-list">
      {words.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );

const Until = ({ app, now }: { app: ConnectedApp; now: Date }): VNode => (
  <>
    {!app.chosenEnd && `${TEXT.revoked} `}
    {exactTime(app.ends)} (<Time at={app.ends} now={now} />) {app.chosenEnd ? TEXT.asChosen : TEXT.atMost}
  </>
);

const definitionsOf = (app: ConnectedApp, now: Date): readonly Definition[] => [
  { term: TEXT.may, value: <May {...app} /> },
  ...(app.reach ? [{ term: TEXT.resources, value: <ResourceList reach={app.reach} whose="yours" /> }] : []),
  { term: TEXT.since, value: <Time at={app.since} now={now} /> },
  { term: TEXT.lastActive, value: <Time at={app.lastActive} now={now} /> },
  { term: TEXT.until, value: <Until app={app} now={now} /> },
  ...(app.unusedUntil < app.ends
    ? [{ term: TEXT.unused, value: <Time at={app.unusedUntil} now={now} /> }]
    : []),
];

const Installation = ({ app, now, csrf, action }: ConnectedAppsProps & { app: ConnectedApp }): VNode => (
  <li>
    <Card>
      <div class="heading-with-logo">
        <Logo name={app.name} url={app.logoUrl} size="small" />
        <h2>{app.website ? <Link to={app.website}>{app.name}</Link> : <bdi>{app.name}</bdi>}</h2>
      </div>
      {!app.reviewed && <Badge kind="warning" text={TEXT.notReviewed} />}
      <DefinitionList of={definitionsOf(app, now)} />
      <Form action={action} csrf={csrf}>
        <div class="actions">
          {app.limits !== undefined && (
            <ButtonLink look="plain" to={app.limits}>
              {TEXT.limit(app.name)}
            </ButtonLink>
          )}
          <Button look="plain" name={INSTALLATION} value={app.id}>
            {TEXT.remove(app.name)}
          </Button>
        </div>
      </Form>
    </Card>
  </li>
);

const Installations = (props: ConnectedAppsProps): VNode => (
  <>
    <p class="lead">{TEXT.lead}</p>
    <ul class="cards">
      {props.apps.map((app) => (
        <Installation key={app.id} app={app} {...props} />
      ))}
    </ul>
    {props.apps.length > 1 && (
      <Form action={props.action} csrf={props.csrf}>
        <Button look="plain" name={INSTALLATION} value={EVERY_INSTALLATION}>
          {TEXT.removeAll}
        </Button>
      </Form>
    )}
  </>
);

const Nothing = (): VNode => (
  <Card>
    <h2>{TEXT.none}</h2>
    <p>{TEXT.noneDetail}</p>
  </Card>
);

export const ConnectedAppsPage = (props: ConnectedAppsProps): VNode => (
  <Layout title={TEXT.title} width="wide" user={props.user} crumbs={[{ label: 'Your account', to: '/' }]}>
    <h1>{TEXT.title}</h1>
    {props.done && <Notice kind="good" title={props.done} />}
    {props.apps.length === 0 ? <Nothing /> : <Installations {...props} />}
  </Layout>
);
