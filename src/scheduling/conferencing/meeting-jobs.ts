/*
 * Brings the meeting of a booking in line with the booking. Idempotent, on any number of replicas. When no provider can
 * hold the meeting, it moves to a room that needs no account.
 */
import type { Booking } from '../bookings/booking.js';
import { isRevoked, ProviderFailure } from '../provider-oauth/call-provider.js';
import { needsAccount, providerAppOf } from '../event-types/meeting-apps.js';
import type { CreatedMeeting } from './meeting-api.js';
import type { MeetingFacts, MeetingStore, NewMeeting, StoredMeeting } from './meeting-store.js';
import { mayRetry, meetingStep } from './meeting-steps.js';
import type { MeetingStep } from './meeting-steps.js';
import type { Holder, ProviderCalls } from './provider-calls.js';

export interface MeetingJobDeps {
  readonly meetings: MeetingStore;
  readonly calls: ProviderCalls;
  /** The link of a room that cannot be guessed. */
  readonly newRoom: () => string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** Undefined for a room that needs no account, and after the connection was deleted. */
const holderOf = ({ app, connectionId }: StoredMeeting): Holder | undefined =>
  needsAccount(app) && connectionId !== null ? { app, connectionId } : undefined;

function newHolder({ booking, connectionId }: MeetingFacts): Holder | undefined {
  const app = providerAppOf(booking.location);
  return app === undefined || connectionId === undefined ? undefined : { app, connectionId };
}

/** A meeting of a revoked connection cannot be deleted and is ignored. */
async function removeAt({ calls }: MeetingJobDeps, meeting: StoredMeeting): Promise<void> {
  const holder = holderOf(meeting);
  if (holder === undefined) return;
  await calls.remove(holder, meeting.id).catch((error: unknown) => {
    if (!isRevoked(error)) throw error;
  });
}

/** Undefined when no meeting can be created; rejects while there is time to retry. */
async function tryCreate(
  { calls, clock }: MeetingJobDeps,
  booking: Booking,
  holder: Holder,
  attempts: number,
): Promise<CreatedMeeting | undefined> {
  try {
    return await calls.create(holder, booking);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    if (!isRevoked(error) && mayRetry(booking.start, attempts, clock())) throw error;
    return undefined;
  }
}

async function save(
  deps: MeetingJobDeps,
  { booking, meeting }: MeetingFacts,
  created: NewMeeting,
): Promise<void> {
  const verdict = await deps.meetings.save(booking.id, created);
  if (verdict === 'unwanted') await removeAt(deps, { ...created, isOwn: true });
  else if (meeting) await removeAt(deps, meeting);
}

async function moveToRoom(deps: MeetingJobDeps, { booking, meeting }: MeetingFacts): Promise<void> {
  await deps.meetings.moveToRoom(booking.id, deps.newRoom());
  if (meeting) await removeAt(deps, meeting);
}

async function createOrMoveToRoom(
  deps: MeetingJobDeps,
  facts: MeetingFacts,
  attempts: number,
): Promise<void> {
  const holder = newHolder(facts);
  const created = holder && (await tryCreate(deps, facts.booking, holder, attempts));
  if (holder === undefined || created === undefined) await moveToRoom(deps, facts);
  else await save(deps, facts, { ...holder, ...created });
}

async function change(deps: MeetingJobDeps, facts: MeetingFacts, attempts: number): Promise<void> {
  const { booking, meeting } = facts;
  const holder = meeting && holderOf(meeting);
  if (meeting === undefined || holder === undefined) return;
  try {
    if ((await deps.calls.change(holder, meeting.id, booking)) === 'changed') return;
  } catch (error) {
    // The link still works.
    if (isRevoked(error)) return;
    throw error;
  }
  await deps.meetings.forget(booking.id, meeting.id);
  await createOrMoveToRoom(deps, { ...facts, meeting: undefined }, attempts);
}

async function remove(deps: MeetingJobDeps, { booking, meeting }: MeetingFacts): Promise<void> {
  if (meeting === undefined) return;
  await removeAt(deps, meeting);
  await deps.meetings.forget(booking.id, meeting.id);
}

type Step = (deps: MeetingJobDeps, facts: MeetingFacts, attempts: number) => Promise<void>;

const STEPS: Readonly<Record<MeetingStep, Step>> = {
  nothing: () => Promise.resolve(),
  create: createOrMoveToRoom,
  replace: createOrMoveToRoom,
  change,
  remove,
  room: moveToRoom,
};

/** `attempts`: including this one. Rejects when it should be retried. */
export async function updateMeeting(
  deps: MeetingJobDeps,
  bookingId: number,
  attempts: number,
): Promise<void> {
  const facts = await deps.meetings.read(bookingId);
  if (facts !== undefined) await STEPS[meetingStep(facts, deps.clock())](deps, facts, attempts);
}
