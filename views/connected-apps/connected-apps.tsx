/* The applications with access to a user's account, and forms to limit or revoke it. Data: web/connected-apps. */
import type { VNode } from 'preact';
import type { PageUser } from '../parts/account-menu.js';
import { AccountPage } from '../parts/account-page.js';
import { ApplicationHeading, type ApplicationView, Permissions } from '../parts/application.js';
import { Badge } from '../parts/badge.js';
import { Button, ButtonLink } from '../parts/forms/button.js';
import { Card, EmptyCard } from '../parts/card.js';
import { type Definition, DefinitionList } from '../parts/definition-list.js';
import { Form } from '../parts/forms/form.js';
import { type GrantedResourcesView, ResourceList } from '../parts/granted-resources.js';
import { ExactTime, Time } from '../parts/text/time.js';

export interface RepeatView {
  readonly at: Date;
  readonly clientIp: string;
  readonly firstClientIp: string;
}

export interface ConnectedApp extends ApplicationView {
  /** Of the installation. */
  readonly id: string;
  /** A sentence per permission; empty when it may do everything. */
  readonly permissions: readonly string[];
  /** Absent without teams and organizations. */
  readonly resources?: GrantedResourcesView | undefined;
  readonly since: Date;
  /** The application has not exchanged its code for tokens yet. */
  readonly waiting: boolean;
  readonly lastActive: Date;
  /** The absolute end. */
  readonly ends: Date;
  /** The user chose the end; otherwise it is the limit of the service. */
  readonly chosenEnd: boolean;
  /** The end if it is not used any more. */
  readonly unusedUntil: Date;
  /** The last time that a refresh token came from two IP addresses. */
  readonly repeat?: RepeatView | undefined;
  /** Address of its limits; absent when it has only one permission. */
  readonly limits?: string | undefined;
}

export interface ConnectedAppsProps {
  readonly user: PageUser;
  readonly apps: readonly ConnectedApp[];
  readonly now: Date;
  readonly csrf: string;
  readonly action: string;
  /** Outcome of the last form. */
  readonly done?: string | undefined;
}

export const CONNECTED_APPS_TEXT = {
  title: 'Connected applications',
  detail: 'See what each may do and remove what you no longer need.',
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
  waiting: 'Not connected yet',
  waitingDetail: 'You allowed it, and it has not collected its access. Unless it does, this ends',
  repeated: 'Two IP addresses',
  repeatedDetail: (first: string, other: string) =>
    `It renewed its access from ${first}, and within a minute once more from ${other}. That is a device that changed its network, or somebody else: if it was not you, remove it.`,
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

const Until = ({ app, now }: { app: ConnectedApp; now: Date }): VNode => (
  <>
    {!app.chosenEnd && `${TEXT.revoked} `}
    <ExactTime at={app.ends} /> (<Time at={app.ends} now={now} />){' '}
    {app.chosenEnd ? TEXT.asChosen : TEXT.atMost}
  </>
);

const waitingDefinition = (app: ConnectedApp, now: Date): Definition => ({
  term: TEXT.waiting,
  value: (
    <>
      {TEXT.waitingDetail} <Time at={app.unusedUntil} now={now} />.
    </>
  ),
});

const useDefinitions = (app: ConnectedApp, now: Date): readonly Definition[] => [
  { term: TEXT.lastActive, value: <Time at={app.lastActive} now={now} /> },
  { term: TEXT.until, value: <Until app={app} now={now} /> },
  {
    term: TEXT.unused,
    value: app.unusedUntil < app.ends ? <Time at={app.unusedUntil} now={now} /> : undefined,
  },
];

const definitionsOf = (app: ConnectedApp, now: Date): readonly Definition[] => [
  { term: TEXT.may, value: <Permissions sentences={app.permissions} everything={TEXT.everything} /> },
  {
    term: TEXT.resources,
    value: app.resources && <ResourceList resources={app.resources} perspective="yours" />,
  },
  { term: TEXT.since, value: <Time at={app.since} now={now} /> },
  ...(app.waiting ? [waitingDefinition(app, now)] : useDefinitions(app, now)),
  { term: TEXT.repeated, value: app.repeat && <Repeat repeat={app.repeat} now={now} /> },
];

const Repeat = ({ repeat, now }: { repeat: RepeatView; now: Date }): VNode => (
  <>
    {TEXT.repeatedDetail(repeat.firstClientIp, repeat.clientIp)} (<Time at={repeat.at} now={now} />)
  </>
);

const Installation = ({ app, now, csrf, action }: ConnectedAppsProps & { app: ConnectedApp }): VNode => (
  <li>
    <Card>
      <ApplicationHeading app={app} level="h2" />
      {app.waiting && <Badge kind="info" text={TEXT.waiting} />}
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

export const ConnectedAppsPage = (props: ConnectedAppsProps): VNode => (
  <AccountPage title={TEXT.title} user={props.user} done={props.done}>
    {props.apps.length === 0 ? (
      <EmptyCard title={TEXT.none} detail={TEXT.noneDetail} />
    ) : (
      <Installations {...props} />
    )}
  </AccountPage>
);
