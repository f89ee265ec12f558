/*
 * Event types of teams in the database. Whoever writes one holds the row of the team, and with it who is in the team; a
 * member's own of a managed one follow in the same transaction.
 */
import { present } from '../../../src/present.js';
import type { Actor } from '../../../src/events/audit-log.js';
import type { EventTypeHost } from '../../../src/scheduling/event-types/event-type.js';
import type {
  Assignment,
  NewTeamEventType,
  TeamEventType,
  TeamEventTypeQuery,
  TeamEventTypeRefusal,
  TeamEventTypeStore,
} from '../../../src/scheduling/event-types/team-store.js';
import type { TeamGroup } from '../../../src/scheduling/teams/store.js';
import { isId, isStorable, mustBeStorable } from '../../storable.js';
import { emit } from '../events/emit.js';
import { mayGoThere } from './calendar-destinations.js';
import type { Database } from '../connection.js';
import { replaceHosts } from './event-type-hosts.js';
import {
  changedNames,
  eventTypeSubject as subject,
  schedulingColumn,
  termColumns,
  termsOf,
  toEventType,
} from './event-type-rows.js';
import type { EventTypeRow } from './event-type-rows.js';
import { unlessTaken } from '../failures.js';
import { spreadToMembers } from './managed-event-types.js';
import { listIn, whose } from './organization-event-types.js';
import { membersIn } from '../teams/owners.js';
import { assembled, placed } from './team-event-type-rows.js';
import { lockGroup } from '../teams/team-rows.js';
import { inTransaction } from '../transaction.js';

async function list(
  db: Database,
  place: TeamGroup,
  { hidden, slug, sortCreatedAt = 'asc', take, skip }: TeamEventTypeQuery,
): Promise<readonly TeamEventType[] | undefined> {
  const rows = placed(db, place)
    .orderBy([
      { column: 'created_at', order: sortCreatedAt },
      { column: 'id', order: sortCreatedAt },
    ])
    .limit(take)
    .offset(skip);
  if (!hidden) void rows.where({ hidden: false });
  if (slug !== undefined) void rows.where({ slug: isStorable(slug) ? slug : '' });
  const found = await assembled(db, await rows);
  if (found.length > 0) return found;
  return (await isTeam(db, place)) ? [] : undefined;
}

async function isTeam(db: Database, { teamId, organizationId }: TeamGroup): Promise<boolean> {
  const rows = db('team').where({ id: teamId, organization: false });
  if (organizationId !== undefined) void rows.where({ organization_id: organizationId });
  return (await rows.first('id')) !== undefined;
}

async function find(db: Database, place: TeamGroup, id: number): Promise<TeamEventType | undefined> {
  return (await assembled(db, await placed(db, place).where({ id })))[0];
}

/** With its members, until the transaction ends. */
const lockTeam = async (trx: Database, place: TeamGroup): Promise<boolean> =>
  (await lockGroup(trx, place.teamId)) !== undefined && (await isTeam(trx, place));

/** Those of the hosts who are not in the team by their own word. */
async function strangers(
  trx: Database,
  { teamId }: TeamGroup,
  hosts: readonly EventTypeHost[],
): Promise<readonly number[]> {
  const members = (await membersIn(trx, teamId)).map((row) => row.account_id);
  return hosts.map(({ accountId }) => accountId).filter((id) => !members.includes(id));
}

/** Kept from being removed until the transaction ends. */
async function isTeamsSchedule(trx: Database, { teamId }: TeamGroup, id: number | null): Promise<boolean> {
  if (id === null) return true;
  const rows = trx('schedule').where({ id }).whereIn('owner_id', membersIn(trx, teamId)).forKeyShare();
  return isId(id) && (await rows.first('id')) !== undefined;
}

const AS_USUAL = { mandatory: false, priority: 'medium', weight: 100 } as const;

/** A managed one that all members get names each of them: what they have of it hangs on that. */
async function namedHosts(
  trx: Database,
  { teamId }: TeamGroup,
  { schedulingType, assignAllTeamMembers, hosts }: Assignment,
): Promise<readonly EventTypeHost[] | undefined> {
  if (schedulingType !== 'managed' || !assignAllTeamMembers) return hosts;
  const members = await membersIn(trx, teamId).orderBy('id');
  return members.map(({ account_id: accountId }) => ({ accountId, ...AS_USUAL }));
}

interface Writing {
  readonly place: TeamGroup;
  readonly input: Pick<NewTeamEventType, 'terms'> & Assignment;
  readonly before?: NewTeamEventType['terms'];
}

async function refusalOf(
  trx: Database,
  { place, input, before }: Writing,
): Promise<Exclude<TeamEventTypeRefusal, 'too_many' | 'slug_taken'> | undefined> {
  const foreign = await strangers(trx, place, input.hosts ?? []);
  if (foreign.length > 0) return { kind: 'not_members', accountIds: foreign };
  if (!(await isTeamsSchedule(trx, place, input.terms.scheduleId))) return 'unknown_schedule';
  // What members have of a managed one goes into calendars of their own.
  const members = input.schedulingType === 'managed' ? [] : await membersIn(trx, place.teamId);
  const accountIds = members.map((row) => row.account_id);
  const change = { after: input.terms, ...present({ before }) };
  return (await mayGoThere(trx, change, accountIds)) ? undefined : 'unknown_calendar';
}

const columns = ({ terms, schedulingType, assignAllTeamMembers }: Writing['input']) => ({
  ...termColumns(terms),
  scheduling_type: schedulingColumn(schedulingType),
  assign_all: assignAllTeamMembers,
});

async function writeHosts(trx: Database, id: number, { place, input }: Writing, actor: Actor): Promise<void> {
  const hosts = await namedHosts(trx, place, input);
  if (hosts !== undefined) await replaceHosts(trx, { id, team_id: place.teamId }, hosts);
  if (input.schedulingType === 'managed') await spreadToMembers(trx, { id, terms: input.terms }, actor);
}

async function countOf(trx: Database, { teamId }: TeamGroup): Promise<number> {
  const [row] = await trx('event_type').where({ team_id: teamId }).count('* as count');
  return Number(row?.['count'] ?? 0);
}

async function create(
  trx: Database,
  place: TeamGroup,
  input: NewTeamEventType,
  actor: Actor,
): Promise<TeamEventType | TeamEventTypeRefusal | undefined> {
  if (!(await lockTeam(trx, place))) return undefined;
  if ((await countOf(trx, place)) >= input.most) return 'too_many';
  const refusal = await refusalOf(trx, { place, input });
  if (refusal !== undefined) return refusal;
  const [made] = await trx('event_type')
    .insert({ team_id: place.teamId, ...columns(input) })
    .returning<Pick<EventTypeRow, 'id'>[]>('id');
  if (made === undefined) throw new Error('the event type was not written');
  const { terms, schedulingType } = input;
  const facts = {
    slug: terms.slug,
    lengthInMinutes: terms.lengthInMinutes,
    team: place.teamId,
    schedulingType,
  };
  await emit(trx, actor, { action: 'event_type.created', subject: subject(made.id), facts });
  await writeHosts(trx, made.id, { place, input }, actor);
  return find(trx, place, made.id);
}

type Revise = Parameters<TeamEventTypeStore['change']>[2];
type Target = { readonly place: TeamGroup; readonly id: number };

const assignmentOf = (row: EventTypeRow): Assignment => ({
  schedulingType: toEventType(row).schedulingType ?? 'collective',
  assignAllTeamMembers: row.assign_all,
});

async function change(
  trx: Database,
  { place, id }: Target,
  revise: Revise,
  actor: Actor,
): Promise<TeamEventType | Exclude<TeamEventTypeRefusal, 'too_many'> | undefined> {
  if (!(await lockTeam(trx, place))) return undefined;
  const row = await placed(trx, place).where({ id }).forUpdate().first();
  if (row === undefined) return undefined;
  const before = { terms: termsOf(row), ...assignmentOf(row) };
  const input = revise(before);
  mustBeStorable(input);
  const refusal = await refusalOf(trx, { place, input, before: before.terms });
  if (refusal !== undefined) return refusal;
  const changed = changedNames({ ...before.terms, ...assignmentOf(row) }, factsOf(input));
  if (changed.length === 0) return find(trx, place, id);
  await trx('event_type')
    .where({ id })
    .update({ ...columns(input), updated_at: trx.fn.now() });
  await emit(trx, actor, { action: 'event_type.changed', subject: subject(id), facts: { changed } });
  await writeHosts(trx, id, { place, input }, actor);
  return find(trx, place, id);
}

/** Hosts that were named count as changed. */
const factsOf = ({ terms, ...assignment }: Writing['input']) => ({ ...terms, ...assignment });

async function remove(
  trx: Database,
  { place, id }: Target,
  actor: Actor,
): Promise<TeamEventType | undefined> {
  if (!(await lockTeam(trx, place))) return undefined;
  const standing = await find(trx, place, id);
  if (standing === undefined) return undefined;
  await trx('event_type').where({ id }).delete();
  const facts = { slug: standing.eventType.slug };
  await emit(trx, actor, { action: 'event_type.deleted', subject: subject(id), facts });
  return standing;
}

const isGroup = ({ teamId, organizationId = 0 }: TeamGroup): boolean => isId(teamId) && isId(organizationId);

const unlessSlugTaken = <T>(work: Promise<T>): Promise<T | 'slug_taken'> => unlessTaken(work, 'slug_taken');

export const createTeamEventTypeStore = (db: Database): TeamEventTypeStore => ({
  list: async (place, query) => (isGroup(place) ? list(db, place, query) : undefined),
  listIn: async (organizationId, query) => (isId(organizationId) ? listIn(db, organizationId, query) : []),
  ownerOf: async (organizationId, id) =>
    isId(organizationId) && isId(id) ? whose(db, organizationId, id) : undefined,
  find: async (place, id) => (isGroup(place) && isId(id) ? find(db, place, id) : undefined),
  async create(place, input, actor) {
    mustBeStorable(input);
    if (!isGroup(place)) return undefined;
    return unlessSlugTaken(inTransaction(db, (trx) => create(trx, place, input, actor)));
  },
  async change(place, id, revise, actor) {
    if (!isGroup(place) || !isId(id)) return undefined;
    return unlessSlugTaken(inTransaction(db, (trx) => change(trx, { place, id }, revise, actor)));
  },
  remove: async (place, id, actor) =>
    isGroup(place) && isId(id) ? inTransaction(db, (trx) => remove(trx, { place, id }, actor)) : undefined,
});
