/* The names of new bookings and of their rooms. Both are secrets. */

/** Knowing a uid is enough to change its booking. */
const UID_BYTES = 18;

/** In hexadecimal: meeting servers ignore the case of room names. */
const ROOM_BYTES = 16;

export interface NameDeps {
  readonly random: (bytes: number) => Buffer;
  /** Of the meeting server, without a slash at its end. */
  readonly jitsiUrl: string;
}

export const createNames = ({ random, jitsiUrl }: NameDeps) => ({
  newUid: () => random(UID_BYTES).toString('base64url'),
  newRoom: () => `${jitsiUrl}/${random(ROOM_BYTES).toString('hex')}`,
});
