/* Jobs of kind `conference`: creates, changes or removes the meeting of a booking. */
import { randomBytes } from 'node:crypto';
import type { KeyRing } from '../keys/key-ring.js';
import { updateMeeting } from '../scheduling/conferencing/meeting-jobs.js';
import { createProviderCalls } from '../scheduling/conferencing/provider-calls.js';
import type { ProviderApps } from '../scheduling/provider-oauth/provider.js';
import type { SchedulingStores } from '../scheduling/stores.js';
import type { Outbound } from '../outbound/outbound.js';
import type { JobHandler } from '../jobs/worker.js';

export interface ConferenceDeps extends Pick<SchedulingStores, 'conferencingCredentials' | 'meetings'> {
  readonly outbound: Outbound;
  readonly keys: KeyRing;
  readonly providers: ProviderApps;
  /** Of the meeting server, without a trailing slash. */
  readonly jitsiUrl: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** In hex, because meeting servers ignore case. */
const ROOM_BYTES = 16;

export function createConferenceHandler(deps: ConferenceDeps): JobHandler<'conference'> {
  const { conferencingCredentials: credentials, jitsiUrl } = deps;
  const calls = createProviderCalls({ ...deps, credentials, random: randomBytes });
  const newRoom = (): string => `${jitsiUrl}/${randomBytes(ROOM_BYTES).toString('hex')}`;
  return ({ payload, attempts }) => updateMeeting({ ...deps, calls, newRoom }, payload.bookingId, attempts);
}
