/* The permissions of one application, to take some away. Data: web/connected-apps/limit-pages. */
import type { VNode } from 'preact';
import { CONNECTED_APPS_TEXT, INSTALLATION } from './messages.js';
import { type ConsentResources, OrganizationResources, TeamResources } from '../consent/resource-choice.js';
import { Layout } from '../layout.js';
import type { PageUser } from '../parts/account-menu.js';
import { ButtonForm, Submit } from '../parts/forms/actions.js';
import { Card } from '../parts/card.js';
import { Form } from '../parts/forms/form.js';
import { Logo } from '../parts/logo.js';
import { Notice } from '../parts/notice.js';
import { type ScopeGroup, ScopeList } from '../parts/scope-list.js';

export interface ListedGroup {
  readonly id: number;
  /** Undefined for a deleted one. */
  readonly name: string | undefined;
  readonly checked: boolean;
}

export interface LimitProps {
  readonly user: PageUser;
  readonly app: {
    readonly id: string;
    readonly name: string;
    readonly logoUrl?: string | undefined;
  };
  /** All its permissions. */
  readonly groups: readonly ScopeGroup[];
  /** It has full access; then only the ticked permissions stay. */
  readonly unrestricted: boolean;
  /** For a grant for all teams, all organizations. */
  readonly offered: Pick<ConsentResources, 'teams' | 'organizations'>;
  /** For a grant for chosen ones; absent for other grants. */
  readonly chosen: {
    readonly teams: readonly ListedGroup[] | undefined;
    readonly organizations: readonly ListedGroup[] | undefined;
  };
  /** The page of all applications, and the target of its removals. */
  readonly apps: string;
  readonly removals: string;
  readonly csrf: string;
  readonly action: string;
  /** Why the last answer was refused. */
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
  deleted: 'A deleted one',
  submit: 'Take away what is not ticked',
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
    <input type="checkbox" name="listed_group" value={String(id)} checked={checked} />
    <span>{name === undefined ? TEXT.deleted : <bdi>{name}</bdi>}</span>
  </label>
);

/** The hidden `field` marks the boxes as the answer. */
const Listed = (props: {
  field: 'team_choice' | 'organization';
  legend: string;
  hint: string;
  groups: readonly ListedGroup[];
}): VNode => (
  <fieldset class="resources" aria-describedby={`${props.field}-hint`}>
    <legend>{props.legend}</legend>
    <input type="hidden" name={props.field} value="listed" />
    <div class="resources-listed">
      {props.groups.map((group) => (
        <Group key={group.id} {...group} />
      ))}
    </div>
    <p class="hint" id={`${props.field}-hint`}>
      {props.hint}
    </p>
  </fieldset>
);

function Teams({ offered, chosen }: LimitProps): VNode | null {
  if (chosen.teams) {
    return <Listed field="team_choice" legend={TEXT.teams} hint={TEXT.noTeamLeft} groups={chosen.teams} />;
  }
  return offered.teams ? <TeamResources choice={offered.teams} /> : null;
}

function Organizations({ offered, chosen: { organizations } }: LimitProps): VNode | null {
  if (organizations) {
    const labels = { legend: TEXT.organizations, hint: TEXT.noOrganizationLeft };
    return <Listed field="organization" {...labels} groups={organizations} />;
  }
  return offered.organizations ? <OrganizationResources choice={offered.organizations} /> : null;
}

const Permissions = (props: LimitProps): VNode => (
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
    <Permissions {...props} />
    <Submit look="primary" text={TEXT.submit} cancelTo={props.apps} />
  </Form>
);

const Removal = ({ app, removals, csrf }: LimitProps): VNode => (
  <Card>
    <h2>{TEXT.removeTitle}</h2>
    <p class="hint">{TEXT.removeDetail}</p>
    <ButtonForm
      action={removals}
      csrf={csrf}
      look="plain"
      name={INSTALLATION}
      value={app.id}
      text={CONNECTED_APPS_TEXT.remove(app.name)}
    />
  </Card>
);

export const LimitPage = (props: LimitProps): VNode => (
  <Layout title={TEXT.title(props.app.name)} width="wide" user={props.user} crumbs={[]}>
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
