/* An event type of a team as the public API shows it; of a managed one also what its members have of it. */
import { z } from 'zod';
import { present } from '../../present.js';
import { WEEK_DAYS } from '../profile/store.js';
import type { Team } from '../teams/store.js';
import type { EventType } from './event-type.js';
import { eventTypeReply, settingsReply, presentSettings } from './presenter.js';
import type { NamedHost, TeamEventType } from './team-store.js';

const host = z.object({
  userId: z.number(),
  name: z.string(),
  username: z.string(),
  avatarUrl: z.string().nullable(),
  /** Of a round robin. */
  mandatory: z.boolean().exactOptional(),
  priority: z.enum(['lowest', 'low', 'medium', 'high', 'highest']).exactOptional(),
  weight: z.number().exactOptional(),
});

/** Empty where the team says nothing. */
const team = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  bannerUrl: z.string(),
  logoUrl: z.string(),
  weekStart: z.enum(WEEK_DAYS),
  brandColor: z.string(),
  darkBrandColor: z.string(),
  theme: z.string(),
});

const flag = z.boolean().exactOptional();

export const teamEventTypeReply = settingsReply.extend({
  teamId: z.number(),
  /** Of what a member has of a managed one. */
  ownerId: z.number().nullable(),
  parentEventTypeId: z.number().nullable(),
  hosts: z.array(host),
  assignAllTeamMembers: z.boolean(),
  schedulingType: z.enum(['collective', 'roundRobin', 'managed']),
  team,
  emailSettings: z.object({ disableEmailsToAttendees: flag, disableEmailsToHosts: flag }).exactOptional(),
  rescheduleWithSameRoundRobinHost: flag,
});

/** A managed one comes with those of its members. */
export const writtenTeamEventTypeReply = z.union([teamEventTypeReply, z.array(teamEventTypeReply)]);
export const anyEventTypeReply = z.union([teamEventTypeReply, eventTypeReply]);
export const writtenEventTypeReply = z.union([writtenTeamEventTypeReply, eventTypeReply]);

export type TeamEventTypeView = z.input<typeof teamEventTypeReply>;
export type WrittenTeamEventTypeView = z.input<typeof writtenTeamEventTypeReply>;

const presentTeam = ({ id, slug, name, settings }: Team): z.input<typeof team> => ({
  ...{ id, slug, name },
  bannerUrl: settings.bannerUrl ?? '',
  logoUrl: settings.logoUrl ?? '',
  weekStart: settings.weekStart ?? 'Sunday',
  brandColor: settings.brandColor ?? '',
  darkBrandColor: settings.darkBrandColor ?? '',
  theme: settings.theme ?? '',
});

const presentHost = (
  { accountId: userId, name, username, avatarUrl, mandatory, priority, weight }: NamedHost,
  { schedulingType }: EventType,
): z.input<typeof host> => ({
  ...{ userId, name, username, avatarUrl },
  ...(schedulingType === 'roundRobin' ? { mandatory, priority, weight } : {}),
});

export function presentTeamEventType(
  { eventType, team: of, hosts }: Omit<TeamEventType, 'children'>,
  maxHosts = Infinity,
): TeamEventTypeView {
  const { emailSettings, rescheduleWithSameRoundRobinHost } = eventType;
  return {
    ...presentSettings(eventType),
    teamId: of.id,
    ownerId: null,
    parentEventTypeId: null,
    hosts: hosts.slice(0, maxHosts).map((one) => presentHost(one, eventType)),
    assignAllTeamMembers: eventType.assignAllTeamMembers ?? false,
    schedulingType: eventType.schedulingType,
    team: presentTeam(of),
    ...present({ emailSettings, rescheduleWithSameRoundRobinHost }),
  };
}

/** The managed one first. */
export function presentWritten(written: TeamEventType): WrittenTeamEventTypeView {
  const parent = presentTeamEventType(written);
  if (written.eventType.schedulingType !== 'managed') return parent;
  const children = written.children.map((child) => ({
    ...parent,
    ...presentSettings(child),
    ownerId: child.ownerId,
    parentEventTypeId: parent.id,
    hosts: parent.hosts.filter(({ userId }) => userId === child.ownerId),
  }));
  return [parent, ...children];
}
