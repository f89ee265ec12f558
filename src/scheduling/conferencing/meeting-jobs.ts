/*
 * Brings the meeting of a booking in line with the booking, whatever has happened to either. It may be asked any number
 * of times, on any replicas. A booking that nobody can hold a meeting for goes to a room that needs no account: whoever
 * booked has somewhere to meet in any case.
 */
import type { Booking } from '../bookings/booking.js';
import { ProviderFailure } from '../provider-oauth/tokens.js';
import { needsAccount, providerAppOf } from '../event-types/meeting-apps.js';
import type { MadeMeeting } from './meeting-api.js';
import type { KeptMeeting, MeetingFacts, MeetingStore, NewMeeting } from './meeting-store.js';
import { mayWait, meetingStep } from './meeting-steps.js';
import type { MeetingStep } from './meeting-steps.js';
import type { Holder, ProviderCalls } from './provider-calls.js';

export interface MeetingWorkDeps {
  readonly meetings: MeetingStore;
  readonly calls: ProviderCalls;
  /** The link of a room that nobody can guess. */
  readonly newRoom: () => string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** `tries`: with this one. Rejects when it should be tried again. */
export type MeetingWork = (bookingId: number, attempts: number) => Promise<void>;

/** Undefined for what is held in nobody's account, or in one that is no longer connected. */
function holderOf({ app, connectionId }: KeptMeeting): Holder | undefined {
  return needsAccount(app) && connectionId !== null ? { app, connectionId } : undefined;
}

function newHolder({ booking, connectionId }: MeetingFacts): Holder | undefined {
  const app = providerAppOf(booking.location);
  return app === undefined || connectionId === undefined ? undefined : { app, connectionId };
}

const isOver = (error: unknown): boolean => error instanceof ProviderFailure && error.reason === 'revoked';

/** Where the connection has ended the meeting is out of our hands. */
async function removeAt({ calls }: MeetingWorkDeps, meeting: KeptMeeting): Promise<void> {
  const holder = holderOf(meeting);
  if (holder === undefined) return;
  await calls.remove(holder, meeting.id).catch((error: unknown) => {
    if (!isOver(error)) throw error;
  });
}

/** Undefined when there is none to be had; rejects while people have time to wait for one. */
async function tryMake(
  { calls, clock }: MeetingWorkDeps,
  booking: Booking,
  holder: Holder,
  attempts: number,
): Promise<MadeMeeting | undefined> {
  try {
    return await calls.make(holder, booking);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    if (!isOver(error) && mayWait(booking.start, attempts, clock())) throw error;
    return undefined;
  }
}

async function keep(
  deps: MeetingWorkDeps,
  { booking, meeting }: MeetingFacts,
  made: NewMeeting,
): Promise<void> {
  const verdict = await deps.meetings.keep(booking.id, made);
  if (verdict === 'unwanted') await removeAt(deps, { ...made, isOurs: true });
  else if (meeting) await removeAt(deps, meeting);
}

async function toRoom(deps: MeetingWorkDeps, { booking, meeting }: MeetingFacts): Promise<void> {
  await deps.meetings.moveToRoom(booking.id, deps.newRoom());
  if (meeting) await removeAt(deps, meeting);
}

async function makeOrRoom(deps: MeetingWorkDeps, facts: MeetingFacts, attempts: number): Promise<void> {
  const holder = newHolder(facts);
  const made = holder && (await tryMake(deps, facts.booking, holder, attempts));
  if (holder === undefined || made === undefined) await toRoom(deps, facts);
  else await keep(deps, facts, { ...holder, ...made });
}

async function change(deps: MeetingWorkDeps, facts: MeetingFacts, attempts: number): Promise<void> {
  const { booking, meeting } = facts;
  const holder = meeting && holderOf(meeting);
  if (meeting === undefined || holder === undefined) return;
  try {
    if ((await deps.calls.change(holder, meeting.id, booking)) === 'changed') return;
  } catch (error) {
    // The link goes on working.
    if (isOver(error)) return;
    throw error;
  }
  await deps.meetings.forget(booking.id, meeting.id);
  await makeOrRoom(deps, { ...facts, meeting: undefined }, attempts);
}

async function remove(deps: MeetingWorkDeps, { booking, meeting }: MeetingFacts): Promise<void> {
  if (meeting === undefined) return;
  await removeAt(deps, meeting);
  await deps.meetings.forget(booking.id, meeting.id);
}

type Doing = (deps: MeetingWorkDeps, facts: MeetingFacts, attempts: number) => Promise<void>;

const STEPS: Readonly<Record<MeetingStep, Doing>> = {
  nothing: () => Promise.resolve(),
  make: makeOrRoom,
  replace: makeOrRoom,
  change,
  remove,
  room: toRoom,
};

export const createMeetingWork =
  (deps: MeetingWorkDeps): MeetingWork =>
  async (bookingId, attempts) => {
    const facts = await deps.meetings.read(bookingId);
    if (facts !== undefined) await STEPS[meetingStep(facts, deps.clock())](deps, facts, attempts);
  };
