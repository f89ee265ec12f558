/* One organization: what its members see, its teams, and what its administrators manage. Data: web/teams. */
import type { VNode } from 'preact';
import type { SubpageProps } from '../layout.js';
import { AccountPage } from '../parts/account-page.js';
import { Card, EmptyCard } from '../parts/card.js';
import { DefinitionList } from '../parts/definition-list.js';
import { LinkAction } from '../parts/forms/actions.js';
import { Link } from '../parts/link.js';
import { Pages } from '../parts/pages.js';
import { counted } from '../parts/text/counted.js';
import { Identifier } from '../parts/text/identifier.js';
import { ORGANIZATION_APPS_TEXT } from './organization-apps.js';
import { ROLE_LABELS, type RoleView } from './role-labels.js';
import { type ManagedTeam, TEAM_TEXT } from './team.js';

/** For its owners and administrators. */
export interface ManagedOrganization extends ManagedTeam {
  readonly teams: number;
  readonly appsTo: string;
  readonly createTo: string;
}

export interface OrganizationProps extends SubpageProps {
  readonly name: string;
  readonly slug: string;
  readonly role: RoleView;
  /** All of them for administrators, else those that the user is in. */
  readonly teams: readonly { readonly name: string; readonly slug: string; readonly to: string }[];
  readonly managed?: ManagedOrganization | undefined;
  readonly first?: string | undefined;
  readonly next?: string | undefined;
}

const TEXT = {
  slug: 'Slug',
  fixed: 'The operator of the service changes the name and the slug, and deletes organizations.',
  role: 'Your role',
  members: 'Members',
  apps: ORGANIZATION_APPS_TEXT.title,
  appsDetail: 'Allowed and in use',
  teams: 'Teams',
  yourTeams: 'Your teams here',
  create: 'Create a team',
  none: 'There is no team yet',
  noneDetail: 'A team offers event types of its own, for which its members are booked together or in turns.',
  noneOfYours: 'You are in none of its teams',
  noneOfYoursDetail: 'An administrator of a team or of the organization can add you.',
  first: 'First page',
  next: 'More teams',
} as const;
const Facts = ({ slug, role, managed }: OrganizationProps): VNode => (
  <Card>
    <DefinitionList
      of={[
        { term: TEXT.role, value: ROLE_LABELS[role] },
        { term: TEXT.slug, value: <Identifier value={slug} /> },
        {
          term: TEXT.members,
          value: managed && (
            <Link to={managed.membersTo}>{TEAM_TEXT.membersText(managed.members, managed.invited)}</Link>
          ),
        },
        { term: TEXT.teams, value: managed && counted(managed.teams, 'team') },
        { term: TEXT.apps, value: managed && <Link to={managed.appsTo}>{TEXT.appsDetail}</Link> },
      ]}
    />
    {managed && <p class="hint">{TEXT.fixed}</p>}
  </Card>
);

const NoTeams = ({ managed }: OrganizationProps): VNode =>
  managed ? (
    <EmptyCard title={TEXT.none} detail={TEXT.noneDetail} level="h3" />
  ) : (
    <EmptyCard title={TEXT.noneOfYours} detail={TEXT.noneOfYoursDetail} level="h3" />
  );

const Teams = ({ teams }: OrganizationProps): VNode => (
  <Card>
    <ul class="rows">
      {teams.map(({ name, slug, to }) => (
        <li key={to}>
          <Link to={to}>
            <bdi>{name}</bdi>
          </Link>
          <span class="hint">{slug}</span>
        </li>
      ))}
    </ul>
  </Card>
);

export const OrganizationPage = (props: OrganizationProps): VNode => {
  const { managed, teams } = props;
  return (
    <AccountPage {...props} title={props.name} heading={<bdi>{props.name}</bdi>}>
      <Facts {...props} />
      {managed && <LinkAction look="primary" to={managed.createTo} text={TEXT.create} />}
      <section class="in-use" aria-labelledby="teams">
        <h2 id="teams">{managed ? TEXT.teams : TEXT.yourTeams}</h2>
        {teams.length === 0 ? <NoTeams {...props} /> : <Teams {...props} />}
        <Pages {...props} labels={TEXT} />
      </section>
    </AccountPage>
  );
};
