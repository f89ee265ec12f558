/* Why a call to a calendar failed. A leaf: adapters throw it. */

/**
 * `denied`: the provider refuses the credentials, and the user has to connect again. `unreachable`: no answer, or one
 * that asks to retry later. `forbidden`: the credentials do not allow this. `unreadable`: an answer that makes no
 * sense.
 */
export type CalendarFaultReason = 'denied' | 'forbidden' | 'unreachable' | 'unreadable';

export class CalendarFault extends Error {
  override readonly name = 'CalendarFault';

  /** `message` is for the owner of the calendar; it contains no secret. */
  constructor(
    readonly reason: CalendarFaultReason,
    message: string,
  ) {
    super(message);
  }
}
