/*
 * Event types of teams in the database. A write locks the row of the team, so that its members stay the same; members'
 * copies of a managed one follow in the same transaction.
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
import { hasDestination } from './calendar-destinations.js';
import type { Database } from '../connection.js';
import { DEFAULT_TERMS, replaceHosts } from './event-type-hosts.js';
import {
  byCreation,
  changedNames,
  CONTAINS,
  countEventTypes,
  eventTypeSubject as subject,
  isScheduleOf,
  patternOf,
  schedulingColumn,
  termColumns,
  termsOf,
  toEventType,
} from './event-type-rows.js';
import type { EventTypeRow } from './event-type-rows.js';
import { unlessTaken } from '../failures.js';
import { spreadToMembers } from './managed-event-types.js';
import { listIn, ownerOf } from './organization-event-types.js';
import { membersIn } from '../teams/owners.js';
import { assembled, eventTypesOf, teamsOf } from './team-event-type-rows.js';
import { lockGroup } from '../teams/team-rows.js';
import { inTransaction } from '../transaction.js';

async function list(
  db: Database,
  group: TeamGroup,
  { hidden, slug, search, sortCreatedAt, take, skip }: TeamEventTypeQuery,
): Promise<readonly TeamEventType[] | undefined> {
  const rows = eventTypesOf(db, group).orderBy(byCreation(sortCreatedAt)).limit(take).offset(skip);
  if (!hidden) void rows.where({ hidden: false });
  if (slug !== undefined) void rows.where({ slug: isStorable(slug) ? slug : '' });
  if (search !== undefined) void rows.whereRaw(CONTAINS, [patternOf(search)]);
  const found = await assembled(db, await rows);
  if (found.length > 0) return found;
  return (await isTeam(db, group)) ? [] : undefined;
}

const isTeam = async (db: Database, group: TeamGroup): Promise<boolean> =>
  (await teamsOf(db, group)).length > 0;

async function find(db: Database, group: TeamGroup, id: number): Promise<TeamEventType | undefined> {
  return (await assembled(db, await eventTypesOf(db, group).where({ id })))[0];
}

/** With its members, until the transaction ends. */
const lockTeam = async (trx: Database, group: TeamGroup): Promise<boolean> =>
  (await lockGroup(trx, group.teamId)) !== undefined && (await isTeam(trx, group));

/** A managed one that all members get names each of them: their copies depend on it. */
async function namedHosts(
  trx: Database,
  { teamId }: TeamGroup,
  { schedulingType, assignAllTeamMembers, hosts }: Assignment,
): Promise<readonly EventTypeHost[] | undefined> {
  if (schedulingType !== 'managed' || !assignAllTeamMembers) return hosts;
  const members = await membersIn(trx, teamId).orderBy('id');
  return members.map(({ account_id: accountId }) => ({ accountId, ...DEFAULT_TERMS }));
}

interface Writing {
  readonly group: TeamGroup;
  readonly input: Pick<NewTeamEventType, 'terms'> & Assignment;
  readonly before?: NewTeamEventType['terms'];
}

async function refusalOf(
  trx: Database,
  { group, input, before }: Writing,
): Promise<Exclude<TeamEventTypeRefusal, 'too_many' | 'slug_taken'> | undefined> {
  const members = (await membersIn(trx, group.teamId)).map((row) => row.account_id);
  const outsiders = (input.hosts ?? []).filter(({ accountId }) => !members.includes(accountId));
  if (outsiders.length > 0)
    return { kind: 'not_members', accountIds: outsiders.map(({ accountId }) => accountId) };
  if (!(await isScheduleOf(trx, members, input.terms.scheduleId))) return 'unknown_schedule';
  // The copies of a managed one go into calendars of their owners.
  const owners = input.schedulingType === 'managed' ? [] : members;
  const change = { after: input.terms, ...present({ before }) };
  return (await hasDestination(trx, change, owners)) ? undefined : 'unknown_calendar';
}

const columns = ({ terms, schedulingType, assignAllTeamMembers }: Writing['input']) => ({
  ...termColumns(terms),
  scheduling_type: schedulingColumn(schedulingType),
  assign_all: assignAllTeamMembers,
});

async function writeHosts(trx: Database, id: number, { group, input }: Writing, actor: Actor): Promise<void> {
  const hosts = await namedHosts(trx, group, input);
  if (hosts !== undefined) await replaceHosts(trx, { id, team_id: group.teamId }, hosts);
  if (input.schedulingType === 'managed') await spreadToMembers(trx, { id, terms: input.terms }, actor);
}

async function create(
  trx: Database,
  group: TeamGroup,
  input: NewTeamEventType,
  actor: Actor,
): Promise<TeamEventType | TeamEventTypeRefusal | undefined> {
  if (!(await lockTeam(trx, group))) return undefined;
  if ((await countEventTypes(trx, { team_id: group.teamId })) >= input.most) return 'too_many';
  const refusal = await refusalOf(trx, { group, input });
  if (refusal !== undefined) return refusal;
  const [row] = await trx('event_type')
    .insert({ team_id: group.teamId, ...columns(input) })
    .returning<Pick<EventTypeRow, 'id'>[]>('id');
  if (row === undefined) throw new Error('the event type was not written');
  const { schedulingType } = input;
  const { slug, lengthInMinutes } = input.terms;
  const facts = { slug, lengthInMinutes, team: group.teamId, schedulingType };
  await emit(trx, actor, { action: 'event_type.created', subject: subject(row.id), facts });
  await writeHosts(trx, row.id, { group, input }, actor);
  return find(trx, group, row.id);
}

type Revise = Parameters<TeamEventTypeStore['change']>[2];
type Target = { readonly group: TeamGroup; readonly id: number };

const assignmentOf = (row: EventTypeRow): Assignment => ({
  schedulingType: toEventType(row).schedulingType ?? 'collective',
  assignAllTeamMembers: row.assign_all,
});

async function change(
  trx: Database,
  { group, id }: Target,
  revise: Revise,
  actor: Actor,
): Promise<TeamEventType | Exclude<TeamEventTypeRefusal, 'too_many'> | undefined> {
  if (!(await lockTeam(trx, group))) return undefined;
  const row = await eventTypesOf(trx, group).where({ id }).forUpdate().first();
  if (row === undefined) return undefined;
  const before = { terms: termsOf(row), ...assignmentOf(row) };
  const input = revise(before);
  mustBeStorable(input);
  const refusal = await refusalOf(trx, { group, input, before: before.terms });
  if (refusal !== undefined) return refusal;
  const changed = changedNames({ ...before.terms, ...assignmentOf(row) }, factsOf(input));
  if (changed.length === 0) return find(trx, group, id);
  await trx('event_type')
    .where({ id })
    .update({ ...columns(input), updated_at: trx.fn.now() });
  await emit(trx, actor, { action: 'event_type.changed', subject: subject(id), facts: { changed } });
  await writeHosts(trx, id, { group, input }, actor);
  return find(trx, group, id);
}

/** Hosts that are named count as changed. */
const factsOf = ({ terms, ...assignment }: Writing['input']) => ({ ...terms, ...assignment });

async function remove(
  trx: Database,
  { group, id }: Target,
  actor: Actor,
): Promise<TeamEventType | undefined> {
  if (!(await lockTeam(trx, group))) return undefined;
  const removed = await find(trx, group, id);
  if (removed === undefined) return undefined;
  await trx('event_type').where({ id }).delete();
  const facts = { slug: removed.eventType.slug };
  await emit(trx, actor, { action: 'event_type.deleted', subject: subject(id), facts });
  return removed;
}

const isGroup = ({ teamId, organizationId = 0 }: TeamGroup): boolean => isId(teamId) && isId(organizationId);

const unlessSlugTaken = <T>(work: Promise<T>): Promise<T | 'slug_taken'> => unlessTaken(work, 'slug_taken');

export const createTeamEventTypeStore = (db: Database): TeamEventTypeStore => ({
  list: async (group, query) => (isGroup(group) ? list(db, group, query) : undefined),
  listIn: async (organizationId, query) => (isId(organizationId) ? listIn(db, organizationId, query) : []),
  ownerOf: async (organizationId, id) =>
    isId(organizationId) && isId(id) ? ownerOf(db, organizationId, id) : undefined,
  find: async (group, id) => (isGroup(group) && isId(id) ? find(db, group, id) : undefined),
  async create(group, input, actor) {
    mustBeStorable(input);
    if (!isGroup(group)) return undefined;
    return unlessSlugTaken(inTransaction(db, (trx) => create(trx, group, input, actor)));
  },
  async change(group, id, revise, actor) {
    if (!isGroup(group) || !isId(id)) return undefined;
    return unlessSlugTaken(inTransaction(db, (trx) => change(trx, { group, id }, revise, actor)));
  },
  remove: async (group, id, actor) =>
    isGroup(group) && isId(id) ? inTransaction(db, (trx) => remove(trx, { group, id }, actor)) : undefined,
});
