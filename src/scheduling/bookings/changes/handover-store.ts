/* What the port of bookings is told of a booking that changes hands, and what that is decided on. */
import type { MoveFacts, Selection } from '../store.js';

/** `hostId`: whose it is now. */
export interface HandOverOrder extends Pick<Selection, 'hostId' | 'group'> {
  readonly uid: string;
  /** Who might take it. */
  readonly candidateIds: readonly number[];
  readonly now: number;
}

/** `hosts`: those who might take it. */
export type HandOverFacts = MoveFacts;
