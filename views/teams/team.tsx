/* One team: what its members see, its settings for owners, and its deletion. Data: web/teams. */
import type { VNode } from 'preact';
import type { FormPageProps } from '../layout.js';
import { AccountPage } from '../parts/account-page.js';
import { Card, DangerCard } from '../parts/card.js';
import { DefinitionList } from '../parts/definition-list.js';
import { ButtonForm } from '../parts/forms/actions.js';
import { Link } from '../parts/link.js';
import { Notice } from '../parts/notice.js';
import { Copyable, CopyScript } from '../parts/text/copyable.js';
import { counted } from '../parts/text/counted.js';
import { ROLE_LABELS, type RoleView } from './role-labels.js';
import { TeamForm, type TeamFormProps } from './team-form.js';

export interface TeamView {
  readonly name: string;
  readonly role: RoleView;
  readonly bio?: string | undefined;
  readonly publicUrl: string;
  /** `to`: for who is in it. */
  readonly organization?: { readonly name: string; readonly to: string | undefined } | undefined;
  /** Absent where none is set. */
  readonly timeZone?: string | undefined;
  readonly isPrivate: boolean;
}

/** For its owners and administrators. */
export interface ManagedTeam {
  readonly members: number;
  readonly invited: number;
  readonly membersTo: string;
}

export interface TeamPageProps extends FormPageProps {
  readonly team: TeamView;
  readonly managed?:
    (ManagedTeam & { readonly eventTypes: number; readonly eventTypesTo: string }) | undefined;
  /** For its owners. */
  readonly form?: Omit<TeamFormProps, 'csrf'> | undefined;
  readonly removeAction?: string | undefined;
  readonly done?: string | undefined;
  readonly refusal?: string | undefined;
}

export const TEAM_TEXT = {
  saved: (name: string) => `${name} is saved.`,
  created: (name: string) => `${name} is created. Invite its members next.`,
  outdated:
    'Nothing was saved: the team has been changed elsewhere since you opened this page. Check your input below and save again.',
  role: 'Your role',
  organization: 'Organization',
  publicPage: 'Booking page',
  about: 'About the team',
  timeZone: 'Time zone',
  private: 'Private',
  privateDetail: 'Its booking pages do not name the members.',
  members: 'Members',
  membersText: (members: number, invited: number) =>
    [counted(members, 'member'), ...(invited > 0 ? [`${invited} invited`] : [])].join(', '),
  eventTypes: 'Event types',
  settings: 'Settings',
  forOwners: 'Only owners change the settings of the team.',
  danger: 'Danger zone',
  dangerDetail: 'Its members keep their accounts and their bookings. Its event types and its links end.',
  remove: 'Delete this team',
} as const;
const TEXT = TEAM_TEXT;

const Organization = ({ name, to }: NonNullable<TeamView['organization']>): VNode =>
  to === undefined ? (
    <bdi>{name}</bdi>
  ) : (
    <Link to={to}>
      <bdi>{name}</bdi>
    </Link>
  );

const Facts = ({ team, managed }: TeamPageProps): VNode => (
  <Card>
    <DefinitionList
      of={[
        { term: TEXT.role, value: ROLE_LABELS[team.role] },
        { term: TEXT.organization, value: team.organization && <Organization {...team.organization} /> },
        { term: TEXT.publicPage, value: <Copyable value={team.publicUrl} noun="address" /> },
        { term: TEXT.about, value: team.bio && <bdi>{team.bio}</bdi> },
        { term: TEXT.timeZone, value: team.timeZone },
        { term: TEXT.private, value: team.isPrivate ? TEXT.privateDetail : undefined },
        {
          term: TEXT.members,
          value: managed && (
            <Link to={managed.membersTo}>{TEXT.membersText(managed.members, managed.invited)}</Link>
          ),
        },
        {
          term: TEXT.eventTypes,
          value: managed && (
            <Link to={managed.eventTypesTo}>{counted(managed.eventTypes, 'event type')}</Link>
          ),
        },
      ]}
    />
  </Card>
);

export const TeamPage = (props: TeamPageProps): VNode => {
  const { team, form, removeAction, csrf } = props;
  return (
    <AccountPage {...props} title={team.name} heading={<bdi>{team.name}</bdi>} faults={form?.faults}>
      <Facts {...props} />
      {form === undefined && props.managed && <Notice kind="info" title={TEXT.forOwners} />}
      {form && (
        <Card>
          <h2>{TEXT.settings}</h2>
          <TeamForm {...form} csrf={csrf} />
        </Card>
      )}
      {removeAction !== undefined && (
        <DangerCard title={TEXT.danger} detail={TEXT.dangerDetail}>
          <ButtonForm action={removeAction} csrf={csrf} look="danger" text={TEXT.remove} />
        </DangerCard>
      )}
      <CopyScript />
    </AccountPage>
  );
};
