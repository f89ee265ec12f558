/* The choice of teams and organizations for an application, and the permissions that the user cannot give. A part of the consent page. */
import type { VNode } from 'preact';
import { Notice } from '../parts/notice.js';

export interface ResourceGroup {
  readonly id: number;
  readonly name: string;
  /** Of a team inside one. */
  readonly organizationName?: string | undefined;
  readonly checked: boolean;
}

/** All of them, or those that are checked. */
export interface ResourceChoice {
  readonly all: boolean;
  readonly groups: readonly ResourceGroup[];
  /** Number of teams beyond these. */
  readonly furtherTeams?: number;
}

export interface ConsentResources {
  /** Absent if no team scope is requested. */
  readonly teams?: ResourceChoice | undefined;
  /** Absent if no organization scope is requested, or none can be given. */
  readonly organizations?: ResourceChoice | undefined;
  /** Names of organizations that do not admit the application. */
  readonly closed: readonly string[];
  /** A sentence per permission that the user cannot give. */
  readonly notGrantable: readonly string[];
}

const TEXT = {
  teams: 'Which teams',
  allTeams: 'All your teams, now and later',
  chosenTeams: 'Only the teams I choose',
  further: (count: number) => `You are in ${count} more. They cannot be chosen one by one.`,
  noTeam: 'You are in no team yet. This applies to teams that you create or join later.',
  organizations: 'Which organization, with all its teams',
  allOrganizations: 'All your organizations, now and later',
  only: 'Only',
  more: (count: number) => `and ${count} more`,
  closedTitle: 'Not available here',
  closed:
    'admits only the applications on its list, and this one is not on it. Its owners and administrators can add it.',
  notGrantableTitle: 'You cannot give all that it asks for',
  notGrantable: 'These need a role that you do not have in any organization that admits this application:',
} as const;

const NAMED = 5;

/** The names of the first few; the boxes list all of them. */
const Names = ({ groups, furtherTeams = 0 }: ResourceChoice): VNode => (
  <span class="hint block">
    {groups.slice(0, NAMED).map(({ id, name }, at) => (
      <>
        {at > 0 && ', '}
        <bdi key={id}>{name}</bdi>
      </>
    ))}
    {groups.length > NAMED && ` ${TEXT.more(groups.length - NAMED + furtherTeams)}`}
  </span>
);

const All = (props: { name: string; label: string; choice: ResourceChoice }): VNode => (
  <label class="box">
    <input type="radio" name={props.name} value="all" checked={props.choice.all} />
    <span>
      {props.label}
      <Names {...props.choice} />
    </span>
  </label>
);

const TeamBoxes = ({ groups, furtherTeams = 0 }: ResourceChoice): VNode => (
  <div class="resources-boxes">
    {groups.map(({ id, name, organizationName, checked }) => (
      <label class="box" key={id}>
        <input type="checkbox" name="team" value={String(id)} checked={checked} />
        <span>
          <bdi>{name}</bdi>
          {organizationName !== undefined && (
            <span class="hint block">
              <bdi>{organizationName}</bdi>
            </span>
          )}
        </span>
      </label>
    ))}
    {furtherTeams > 0 && <p class="hint">{TEXT.further(furtherTeams)}</p>}
  </div>
);

export const TeamResources = ({ choice }: { choice: ResourceChoice }): VNode =>
  choice.groups.length === 0 ? (
    <p class="hint">{TEXT.noTeam}</p>
  ) : (
    <fieldset class="resources">
      <legend>{TEXT.teams}</legend>
      <All name="team_choice" label={TEXT.allTeams} choice={choice} />
      <label class="box">
        <input type="radio" name="team_choice" value="chosen" checked={!choice.all} />
        <span>{TEXT.chosenTeams}</span>
      </label>
      <TeamBoxes {...choice} />
    </fieldset>
  );

export const OrganizationResources = ({ choice }: { choice: ResourceChoice }): VNode => (
  <fieldset class="resources">
    <legend>{TEXT.organizations}</legend>
    <All name="organization" label={TEXT.allOrganizations} choice={choice} />
    {choice.groups.map(({ id, name, checked }) => (
      <label class="box" key={id}>
        <input type="radio" name="organization" value={String(id)} checked={checked} />
        <span>
          {TEXT.only} <bdi>{name}</bdi>
        </span>
      </label>
    ))}
  </fieldset>
);

const Closed = ({ closed }: ConsentResources): VNode => (
  <Notice kind="warning" title={TEXT.closedTitle}>
    {closed.map((name) => (
      <p key={name}>
        <bdi class="strong">{name}</bdi> {TEXT.closed}
      </p>
    ))}
  </Notice>
);

const NotGrantable = ({ notGrantable }: ConsentResources): VNode => (
  <Notice kind="info" title={TEXT.notGrantableTitle}>
    <p>{TEXT.notGrantable}</p>
    <ul class="plain-list">
      {notGrantable.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  </Notice>
);

/** Requested permissions that the application does not get. */
export const LeftOut = (resources: ConsentResources): VNode => (
  <>
    {resources.notGrantable.length > 0 && <NotGrantable {...resources} />}
    {resources.closed.length > 0 && <Closed {...resources} />}
  </>
);
