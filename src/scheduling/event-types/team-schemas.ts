/* What goes into the event types of teams and organizations, in the names and types of the public API. */
import { z } from 'zod';
import { flag, numberInQuery, page, sortOrder, whole } from '../../api/values.js';
import type { PropertyFault } from '../../errors.js';
import type { EventTypeHost } from './event-type.js';
import { eventTypeChangeInput, eventTypeInput } from './schemas.js';
import { setting } from './setting-schemas.js';

const HOSTS = 200;
const MAX_WEIGHT = 1_000;
const TYPES = ['collective', 'roundRobin', 'managed'] as const;
const PRIORITIES = ['lowest', 'low', 'medium', 'high', 'highest'] as const;

const schedulingType = z.enum(TYPES, `must be one of ${TYPES.join(', ')}`);

const host = z
  .object({
    userId: z.int('must be the number of a person'),
    mandatory: flag.default(false),
    priority: z.enum(PRIORITIES, `must be one of ${PRIORITIES.join(', ')}`).default('medium'),
    /** Ours: the share of a round robin. */
    weight: whole(1, MAX_WEIGHT).default(100),
  })
  .transform(({ userId: accountId, ...terms }): EventTypeHost => ({ accountId, ...terms }));

const hosts = z
  .array(host, 'must be a list of hosts')
  .max(HOSTS, `must be at most ${HOSTS}`)
  .refine(
    (all) => new Set(all.map(({ accountId }) => accountId)).size === all.length,
    'must name nobody twice',
  );

const ofTeam = {
  hosts: hosts.exactOptional(),
  assignAllTeamMembers: flag.exactOptional(),
  emailSettings: setting(
    z.object({
      disableEmailsToAttendees: flag.exactOptional(),
      disableEmailsToHosts: flag.exactOptional(),
    }),
  ),
  rescheduleWithSameRoundRobinHost: setting(flag),
};

export const teamEventTypeInput = eventTypeInput.extend({ schedulingType, ...ofTeam });

export const teamEventTypeChangeInput = eventTypeChangeInput.extend({
  schedulingType: schedulingType.exactOptional(),
  ...ofTeam,
});

export type TeamEventTypeChangeInput = z.output<typeof teamEventTypeChangeInput>;

const TEAMS_ALONE = ['schedulingType', ...Object.keys(ofTeam)];

/** What was said of a person's event type that only a team's can have. */
export const personalFaults = (body: object): readonly PropertyFault[] =>
  TEAMS_ALONE.filter((name) => Object.hasOwn(body, name)).map((property) => ({
    property,
    message: 'must be left out: only the event type of a team has it',
  }));

const owner = z.int('must be the number of an id').exactOptional();

/** For a team with `teamId`, for a member with `userId`. */
export const organizationEventTypeInput = teamEventTypeInput.extend({
  schedulingType: schedulingType.exactOptional(),
  teamId: owner,
  userId: owner,
});

export const organizationEventTypesQuery = z.object({ sortCreatedAt: sortOrder.exactOptional(), ...page });

export const teamEventTypesQuery = organizationEventTypesQuery.extend({
  eventSlug: z.string().toLowerCase().exactOptional(),
  /** How many hosts are listed of each. */
  hostsLimit: numberInQuery(`must be a number from 1 to ${HOSTS}`, 1, HOSTS).exactOptional(),
});
