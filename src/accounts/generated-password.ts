import { randomBytes } from 'node:crypto';

/** RFC 4648 section 6, in lower case: no character is mistaken for another one when read aloud. */
const NOTIFICATIONS = 'abcdefghijklmnopqrstuvwxyz234567';
const GROUP = 5;

/** 100 random bits in four groups, `k3xqa-...`: for a person who types it once and then chooses another one. */
export function strongPassword(): string {
  const letters = Array.from(
    randomBytes(4 * GROUP),
    (byte) => NOTIFICATIONS[byte % NOTIFICATIONS.length] ?? '',
  );
  return [0, 1, 2, 3].map((group) => letters.slice(group * GROUP, (group + 1) * GROUP).join('')).join('-');
}
