/* Which teams and organizations an application may access, and what the user cannot give. A part of the consent page. */
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
  /** How many there are beyond these. */
  readonly furtherTeams?: number;
}

export interface ConsentResources {
  /** Absent where no team scope is asked for. */
  readonly teams?: ResourceChoice | undefined;
  /** Absent where no organization scope is asked for, or none can be given. */
  readonly organizations?: ResourceChoice | undefined;
  /** Names of organizations that do not admit the application. */
  readonly closed: readonly string[];
  /** What the user cannot give, a sentence each. */
  readonly notGrantable: readonly string[];
}

const TEXT = {
  teams: 'Which teams',
  allTeams: 'All your teams, now and later',
  chosenTeams: 'Only the teams I choose',
  unlisted: (count: number) => `You are in ${count} more. They cannot be chosen one by one.`,
  noTeam: 'You are in no team yet. This counts for teams that you make or join later.',
  organizations: 'Which organization, with all its teams',
  allOrganizations: 'Every organization you manage, now and later',
  only: 'Only',
  more: (count: number) => `and ${count} more`,
  closedTitle: 'Not available here',
  closed:
    'admits only the applications on its list, and this one is not on it. Its owners and administrators can add it.',
  withheldTitle: 'You cannot give all that it asks for',
  withheld: 'Only an owner or administrator of an organization that admits this application can give these:',
} as const;

const NAMED = 5;

const Name = ({ place }: { place: ResourceGroup }): VNode => (
  <>
    <bdi>{place.name}</bdi>
    {place.organizationName !== undefined && (
      <span class="hint block">
        <bdi>{place.organizationName}</bdi>
      </span>
    )}
  </>
);

/** The first few by name; all of them stand in the boxes. */
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
  <div class="reach-boxes">
    {groups.map((place) => (
      <label class="box" key={place.id}>
        <input type="checkbox" name="team" value={String(place.id)} checked={place.checked} />
        <span>
          <Name place={place} />
        </span>
      </label>
    ))}
    {furtherTeams > 0 && <p class="hint">{TEXT.unlisted(furtherTeams)}</p>}
  </div>
);

export const TeamResources = ({ choice }: { choice: ResourceChoice }): VNode =>
  choice.groups.length === 0 ? (
    <p class="hint">{TEXT.noTeam}</p>
  ) : (
    <fieldset class="reach">
      <legend>{TEXT.teams}</legend>
      <All name="reach" label={TEXT.allTeams} choice={choice} />
      <label class="box">
        <input type="radio" name="reach" value="chosen" checked={!choice.all} />
        <span>{TEXT.chosenTeams}</span>
      </label>
      <TeamBoxes {...choice} />
    </fieldset>
  );

export const OrganizationResources = ({ choice }: { choice: ResourceChoice }): VNode => (
  <fieldset class="reach">
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

const Withheld = ({ notGrantable }: ConsentResources): VNode => (
  <Notice kind="info" title={TEXT.withheldTitle}>
    <p>{TEXT.withheld}</p>
    <ul class="plain-list">
      {notGrantable.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  </Notice>
);

/** What the application asked for and does not get. */
export const LeftOut = (reach: ConsentResources): VNode => (
  <>
    {reach.notGrantable.length > 0 && <Withheld {...reach} />}
    {reach.closed.length > 0 && <Closed {...reach} />}
  </>
);
