/* Users and teams as their public pages show them. Only enabled accounts are found. */
import { present } from '../../../src/present.js';
import type {
  LinkedEventType,
  PublicOwnerStore,
  PublicProfile,
} from '../../../src/scheduling/booking-pages/store.js';
import type { PublicOwner } from '../../../src/scheduling/event-types/public-url.js';
import type { WeekDay } from '../../../src/scheduling/profile/store.js';
import type { TeamSettings } from '../../../src/scheduling/teams/store.js';
import { isStorable } from '../../storable.js';
import type { Database } from '../connection.js';
import { prepared } from '../prepared.js';

interface UserRow {
  readonly username: string;
  readonly name: string;
  readonly avatar_url: string | null;
  readonly bio: string | null;
  readonly time_zone: string;
  readonly week_start: WeekDay;
}

interface TeamRow {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly settings: TeamSettings;
  readonly organization_slug: string | null;
}

const readUser = prepared<UserRow>(
  'public-user',
  `select username, name, avatar_url, bio, time_zone, week_start from account
where username = :username and disabled_at is null`,
);

const readTeam = prepared<TeamRow>(
  'public-team',
  `select team.id, team.slug, team.name, team.settings, organization.slug as organization_slug from team
left join team as organization on organization.id = team.organization_id
where team.slug = :teamSlug and not team.organization
  and organization.slug is not distinct from cast(:organizationSlug as text)`,
);

interface LinkRow {
  readonly slug: string;
  readonly expires_at: Date | null;
  readonly max_uses: number | null;
  readonly uses: number;
  readonly username: string | null;
  readonly team_slug: string | null;
  readonly organization_slug: string | null;
}

const readLink = prepared<LinkRow>(
  'linked-event-type',
  `select event_type.slug, expires_at, max_uses, uses, account.username, team.slug as team_slug,
  organization.slug as organization_slug
from private_link join event_type on event_type.id = private_link.event_type_id
left join account on account.id = event_type.owner_id
left join team on team.id = event_type.team_id
left join team as organization on organization.id = team.organization_id
where private_link.id = :linkId`,
);

const toLinked = (row: LinkRow): LinkedEventType => ({
  slug: row.slug,
  expiresAt: row.expires_at?.getTime() ?? null,
  maxUses: row.max_uses,
  uses: row.uses,
  owner:
    row.username === null
      ? {
          teamSlug: row.team_slug ?? '',
          ...present({ organizationSlug: row.organization_slug ?? undefined }),
        }
      : { username: row.username },
});

const toUser = (row: UserRow): PublicProfile => ({
  owner: { username: row.username },
  name: row.name,
  pictureUrl: row.avatar_url,
  bio: row.bio,
  timeZone: row.time_zone,
  weekStart: row.week_start,
  hidesMembers: false,
});

const toTeam = ({ id, slug, name, settings, organization_slug }: TeamRow): PublicProfile => ({
  owner: { teamSlug: slug, ...present({ organizationSlug: organization_slug ?? undefined }) },
  teamId: id,
  name,
  pictureUrl: settings.logoUrl ?? null,
  bio: settings.bio ?? null,
  timeZone: settings.timeZone ?? 'UTC',
  weekStart: settings.weekStart ?? 'Monday',
  hidesMembers: settings.isPrivate === true,
});

async function find(db: Database, owner: PublicOwner): Promise<PublicProfile | undefined> {
  if (!Object.values(owner).every(isStorable)) return undefined;
  if ('username' in owner) {
    const [row] = await readUser(db, { username: owner.username });
    return row && toUser(row);
  }
  const { teamSlug, organizationSlug = null } = owner;
  const [row] = await readTeam(db, { teamSlug, organizationSlug });
  return row && toTeam(row);
}

export const createPublicOwnerStore = (db: Database): PublicOwnerStore => ({
  find: (owner) => find(db, owner),
  async findLinked(linkId) {
    const [row] = isStorable(linkId) ? await readLink(db, { linkId }) : [];
    return row && toLinked(row);
  },
});
