/* What one application may do, to take parts of it away. Filled by authorization/limit-pages. */
import type { VNode } from 'preact';
import { CONNECTED_APPS_TEXT, INSTALLATION } from './connected-apps.js';
import { OrganizationResources, TeamResources } from '../consent/resource-choice.js';
import type { ConsentResources } from '../consent/resource-choice.js';
import { Layout } from '../layout.js';
import type { PagePerson } from '../parts/account-menu.js';
import { Button, ButtonLink } from '../parts/button.js';
import { Card } from '../parts/card.js';
import { Form } from '../parts/form.js';
import { Logo } from '../parts/logo.js';
import { Notice } from '../parts/notice.js';
import { ScopeList } from '../parts/scope-list.js';
import type { ScopeGroup } from '../parts/scope-list.js';

export interface ListedGroup {
  readonly id: number;
  /** Undefined for one that is gone. */
  readonly name: string | undefined;
  readonly checked: boolean;
}

export interface LimitProps {
  readonly user: PagePerson;
  readonly app: {
    readonly id: string;
    readonly name: string;
    readonly logoUrl?: string | undefined;
  };
  /** What it may do, all of it. */
  readonly groups: readonly ScopeGroup[];
  /** It may do everything; what stays ticked is all that it may do then. */
  readonly unrestricted: boolean;
  /** For a grant for all teams, all organizations. */
  readonly asked: Pick<ConsentResources, 'teams' | 'organizations'>;
  /** For a grant for chosen ones; absent for other grants. */
  readonly chosen: {
    readonly teams: readonly ListedGroup[] | undefined;
    readonly organizations: readonly ListedGroup[] | undefined;
  };
  /** The page of all applications, and where its removals go. */
  readonly apps: string;
  readonly removals: string;
  readonly csrf: string;
  readonly action: string;
  /** Why the last answer was not taken. */
  readonly fault?: string | undefined;
}

export const LIMIT_TEXT = {
  title: (name: string) => `Limit ${name}`,
  lead: 'Untick what the application should not do any more. It holds within a second, also for what it is doing now. It gets nothing back unless it asks you again and you allow it.',
  may: 'It may',
  write: 'makes changes',
  everythingTitle: 'It may do everything you can',
  everything:
    'It does not say what it needs. Untick anything, or choose teams, and it may only do what stays ticked.',
  teams: 'Which teams',
  noTeamLeft: 'Without one, everything under “Your teams” is removed too.',
  organizations: 'Which organizations, with all their teams',
  noOrganizationLeft: 'Without one, everything under “Your organization” is removed too.',
  gone: 'One that is gone',
  submit: 'Take away what is not ticked',
  cancel: 'Cancel',
  removeTitle: 'Take all of it away',
  removeDetail: 'Its access ends within a second, everywhere.',
  nothingTicked:
    'Nothing is ticked. Leave something ticked, or remove the application at the end of this page.',
  nothingLeft:
    'Nothing would be left. Leave something ticked that the application still has, or remove it at the end of this page.',
  noTeam:
    'No team is ticked. Tick the teams that the application may still access, choose all your teams, or untick what it may do in teams.',
  unknownGroup: 'This page does not offer that team or organization. Choose again.',
} as const;
const TEXT = LIMIT_TEXT;

const Group = ({ id, name, checked }: ListedGroup): VNode => (
  <label class="box">
    <input type="checkbox" name="place" value={String(id)} checked={checked} />
    <span>{name === undefined ? TEXT.gone : <bdi>{name}</bdi>}</span>
  </label>
);

/** `field`: says that the boxes are the answer. */
const Listed = (props: {
  field: 'reach' | 'organization';
  legend: string;
  hint: string;
  places: readonly ListedGroup[];
}): VNode => (
  <fieldset class="reach" aria-describedby={`${props.field}-hint`}>
    <legend>{props.legend}</legend>
    <input type="hidden" name={props.field} value="listed" />
    <div class="reach-listed">
      {props.places.map((place) => (
        <Group key={place.id} {...place} />
      ))}
    </div>
    <p class="hint" id={`${props.field}-hint`}>
      {props.hint}
    </p>
  </fieldset>
);

function Teams({ asked, chosen }: LimitProps): VNode | null {
  if (chosen.teams) {
    return <Listed field="reach" legend={TEXT.teams} hint={TEXT.noTeamLeft} places={chosen.teams} />;
  }
  return asked.teams ? <TeamResources choice={asked.teams} /> : null;
}

function Organizations({ asked, chosen: { organizations } }: LimitProps): VNode | null {
  if (organizations) {
    const words = { legend: TEXT.organizations, hint: TEXT.noOrganizationLeft };
    return <Listed field="organization" {...words} places={organizations} />;
  }
  return asked.organizations ? <OrganizationResources choice={asked.organizations} /> : null;
}

const Able = (props: LimitProps): VNode => (
  <section aria-labelledby="may">
    <h2 id="may">{TEXT.may}</h2>
    {props.groups.map((group) => (
      <>
        <ScopeList key={group.level} group={group} write={TEXT.write} />
        {group.level === 'team' && <Teams {...props} />}
        {group.level === 'organization' && <Organizations {...props} />}
      </>
    ))}
  </section>
);

const Limits = (props: LimitProps): VNode => (
  <Form action={props.action} csrf={props.csrf}>
    <Able {...props} />
    <div class="actions">
      <Button look="primary">{TEXT.submit}</Button>
      <ButtonLink look="plain" to={props.apps}>
        {TEXT.cancel}
      </ButtonLink>
    </div>
  </Form>
);

const Removal = ({ app, removals, csrf }: LimitProps): VNode => (
  <Card>
    <h2>{TEXT.removeTitle}</h2>
    <p class="hint">{TEXT.removeDetail}</p>
    <Form action={removals} csrf={csrf}>
      <div class="actions">
        <Button look="plain" name={INSTALLATION} value={app.id}>
          {CONNECTED_APPS_TEXT.remove(app.name)}
        </Button>
      </div>
    </Form>
  </Card>
);

export const LimitPage = (props: LimitProps): VNode => (
  <Layout
    title={TEXT.title(props.app.name)}
    width="wide"
    user={props.user}
    crumbs={[
      { label: 'Your account', to: '/' },
      { label: CONNECTED_APPS_TEXT.title, to: props.apps },
    ]}
  >
    <div class="heading-with-logo">
      <Logo name={props.app.name} url={props.app.logoUrl} size="small" />
      <h1>
        <bdi>{TEXT.title(props.app.name)}</bdi>
      </h1>
    </div>
    {props.fault && <Notice kind="danger" title={props.fault} />}
    <p class="lead">{TEXT.lead}</p>
    <Card>
      {props.unrestricted && (
        <Notice kind="warning" title={TEXT.everythingTitle}>
          <p>{TEXT.everything}</p>
        </Notice>
      )}
      <Limits {...props} />
    </Card>
    <Removal {...props} />
  </Layout>
);
