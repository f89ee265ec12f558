/* One installation of an application: what it may do, since when, from where, until when. */
import type { VNode } from 'preact';
import { type ApplicationView, Permissions } from '../parts/application.js';
import { Badge } from '../parts/badge.js';
import { type Definition, DefinitionList } from '../parts/definition-list.js';
import { Button, ButtonLink } from '../parts/forms/button.js';
import { Form } from '../parts/forms/form.js';
import { type GrantedResourcesView, ResourceList } from '../parts/granted-resources.js';
import { ExactTime, Time, useExactTime } from '../parts/text/time.js';
import { CONNECTED_APPS_TEXT as TEXT, INSTALLATION, type OriginView } from './messages.js';

export interface RepeatView {
  readonly at: Date;
  readonly clientIp: string;
  readonly firstClientIp: string;
}

export interface InstallationView {
  readonly id: string;
  /** A sentence per permission; empty when it may do everything. */
  readonly permissions: readonly string[];
  /** Absent without teams and organizations. */
  readonly resources?: GrantedResourcesView | undefined;
  readonly since: Date;
  readonly origin: OriginView;
  /** The application has not exchanged its code for tokens yet. */
  readonly waiting: boolean;
  readonly lastActive: Date;
  /** Where the application last renewed its access. */
  readonly lastOrigin: OriginView;
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

export interface ConnectedApp extends ApplicationView {
  readonly clientId: string;
  readonly developer: string;
  /** Newest first, at least one. */
  readonly installations: readonly InstallationView[];
}

interface InstallationProps {
  readonly app: ConnectedApp;
  readonly of: InstallationView;
  readonly now: Date;
  readonly csrf: string;
  readonly action: string;
}

const Until = ({ of, now }: { of: InstallationView; now: Date }): VNode => (
  <>
    {!of.chosenEnd && `${TEXT.revoked} `}
    <ExactTime at={of.ends} /> (<Time at={of.ends} now={now} />) {of.chosenEnd ? TEXT.asChosen : TEXT.atMost}
  </>
);

const At = ({ at, now, origin }: { at: Date; now: Date; origin: OriginView }): VNode => (
  <>
    <Time at={at} now={now} />
    {TEXT.originText(origin)}
  </>
);

const Repeat = ({ repeat, now }: { repeat: RepeatView; now: Date }): VNode => (
  <>
    {TEXT.repeatedDetail(repeat.firstClientIp, repeat.clientIp)} (<Time at={repeat.at} now={now} />)
  </>
);

const waitingDefinition = (of: InstallationView, now: Date): Definition => ({
  term: TEXT.waiting,
  value: (
    <>
      {TEXT.waitingDetail} <Time at={of.unusedUntil} now={now} />.
    </>
  ),
});

const useDefinitions = (of: InstallationView, now: Date): readonly Definition[] => [
  { term: TEXT.lastActive, value: <At at={of.lastActive} now={now} origin={of.lastOrigin} /> },
  { term: TEXT.until, value: <Until of={of} now={now} /> },
  {
    term: TEXT.unused,
    value: of.unusedUntil < of.ends ? <Time at={of.unusedUntil} now={now} /> : undefined,
  },
];

const definitionsOf = (of: InstallationView, now: Date): readonly Definition[] => [
  { term: TEXT.since, value: <At at={of.since} now={now} origin={of.origin} /> },
  { term: TEXT.may, value: <Permissions sentences={of.permissions} everything={TEXT.everything} /> },
  {
    term: TEXT.resources,
    value: of.resources && <ResourceList resources={of.resources} perspective="yours" />,
  },
  ...(of.waiting ? [waitingDefinition(of, now)] : useDefinitions(of, now)),
  { term: TEXT.repeated, value: of.repeat && <Repeat repeat={of.repeat} now={now} /> },
];

/** Several installations have the same buttons: their labels say which. */
export function Installation({ app, of, now, csrf, action }: InstallationProps): VNode {
  const exact = useExactTime();
  const which = TEXT.allowedOn(exact(of.since), of.origin);
  const labelOf = (text: string) => (app.installations.length > 1 ? `${text}, ${which}` : undefined);
  return (
    <>
      {of.waiting && <Badge kind="info" text={TEXT.waiting} />}
      <DefinitionList of={definitionsOf(of, now)} />
      <Form action={action} csrf={csrf}>
        <div class="actions">
          {of.limits !== undefined && (
            <ButtonLink look="plain" to={of.limits} label={labelOf(TEXT.limit(app.name))}>
              {TEXT.limit(app.name)}
            </ButtonLink>
          )}
          <Button look="plain" name={INSTALLATION} value={of.id} label={labelOf(TEXT.remove(app.name))}>
            {TEXT.remove(app.name)}
          </Button>
        </div>
      </Form>
    </>
  );
}
