/* The teams and organizations that an application may access. */
import type { VNode } from 'preact';

/** Names, undefined for deleted groups; empty where nothing is granted. */
export type GrantedGroups = 'all' | readonly (string | undefined)[];

export interface GrantedResourcesView {
  readonly teams: GrantedGroups;
  readonly organizations: GrantedGroups;
}

const TEXT = {
  yours: {
    teams: 'All your teams, now and later',
    organizations: 'All your organizations, now and later, with their teams',
  },
  theirs: {
    teams: 'All teams of this person, now and later',
    organizations: 'The whole organization, with its teams',
  },
  deleted: 'a deleted one',
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
        {name === undefined ? TEXT.deleted : <bdi>{name}</bdi>}
      </>
    ))}
  </>
);

const isAny = (granted: GrantedGroups): boolean => granted === 'all' || granted.length > 0;

export const ResourceList = (props: {
  resources: GrantedResourcesView;
  perspective: 'yours' | 'theirs';
}): VNode => {
  const { teams, organizations } = props.resources;
  return (
    <ul class="plain-list">
      {isAny(teams) && (
        <li>
          {teams === 'all' ? (
            TEXT[props.perspective].teams
          ) : (
            <Listed lead={TEXT.teams(teams.length > 1)} names={teams} />
          )}
        </li>
      )}
      {isAny(organizations) && (
        <li>
          {organizations === 'all' ? (
            TEXT[props.perspective].organizations
          ) : (
            <Listed lead={TEXT.organization(organizations.length > 1)} names={organizations} />
          )}
        </li>
      )}
    </ul>
  );
};
