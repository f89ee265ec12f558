/* Which teams and organizations an application reaches, in words. */
import type { VNode } from 'preact';

/** By name, undefined for those that are gone; none at all where nothing is reached that way. */
export type ReachedView = 'all' | readonly (string | undefined)[];

export interface ReachView {
  readonly teams: ReachedView;
  readonly organizations: ReachedView;
}

const TEXT = {
  yours: {
    teams: 'All your teams, now and later',
    organizations: 'Every organization you manage, now and later, with its teams',
  },
  theirs: {
    teams: 'All teams of this person, now and later',
    organizations: 'The whole organization, with its teams',
  },
  gone: 'one that is gone',
  teams: (several: boolean) => (several ? 'The teams' : 'The team'),
  organization: (several: boolean) =>
    several ? 'The organizations, with their teams:' : 'The organization, with its teams:',
} as const;

const Listed = ({ lead, names }: { lead: string; names: readonly (string | undefined)[] }): VNode => (
  <>
    {lead}{' '}
    {names.map((name, at) => (
      <>
        {at > 0 && ', '}
        {name === undefined ? TEXT.gone : <bdi>{name}</bdi>}
      </>
    ))}
  </>
);

const isAny = (reached: ReachedView): boolean => reached === 'all' || reached.length > 0;

export const ResourceList = ({ reach, whose }: { reach: ReachView; whose: 'yours' | 'theirs' }): VNode => {
  const { teams, organizations } = reach;
  return (
    <ul class="plain-list">
      {isAny(teams) && (
        <li>
          {teams === 'all' ? TEXT[whose].teams : <Listed lead={TEXT.teams(teams.length > 1)} names={teams} />}
        </li>
      )}
      {isAny(organizations) && (
        <li>
          {organizations === 'all' ? (
            TEXT[whose].organizations
          ) : (
            <Listed lead={TEXT.organization(organizations.length > 1)} names={organizations} />
          )}
        </li>
      )}
    </ul>
  );
};
