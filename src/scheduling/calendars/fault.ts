/* Why a calendar elsewhere did not do what it was asked. A leaf: adapters throw it. */

/**
 * `denied`: the other side refuses what opens it, and only the person can mend that. `unreachable`: no answer, or one
 * that says to come back. `forbidden`: what opens it does not reach so far. `unreadable`: an answer that nobody
 * understands.
 */
export type CalendarTrouble = 'denied' | 'forbidden' | 'unreachable' | 'unreadable';

export class CalendarFault extends Error {
  override readonly name = 'CalendarFault';

  /** `message` is a sentence for the person whose calendar it is; it names no secret. */
  constructor(
    readonly trouble: CalendarTrouble,
    message: string,
  ) {
    super(message);
  }
}
