/* What the pages of connected applications say, and the names of their form fields. */
import { counted } from '../parts/text/counted.js';
import { isolated } from '../parts/text/isolated.js';
import { ENDED_ACCESS_TEXT } from './ended-access.js';

const others = (count: number): string =>
  `${counted(count, 'other installation')} of it ${count === 1 ? 'keeps' : 'keep'} access.`;

/** The browser in which an installation was allowed, as far as it is known. */
export interface OriginView {
  /** `Firefox on Linux`. */
  readonly browser?: string;
  readonly clientIp?: string;
}

const originText = ({ browser, clientIp }: OriginView): string =>
  [browser, clientIp && `from ${clientIp}`].flatMap((part) => (part ? [`, ${part}`] : [])).join('');

export const CONNECTED_APPS_TEXT = {
  title: 'Connected applications',
  detail: 'See what each may do and remove what you no longer need.',
  lead: 'These applications can use your account. You can limit what one may do, or remove it; either holds within a second, everywhere. What you took away you can allow again when the application asks you for it.',
  none: 'No application can use your account',
  noneDetail:
    'An application appears here when you allow it. To connect one, start from the application itself.',
  may: 'May',
  resources: 'In',
  everything: 'Do everything you can',
  since: 'Allowed',
  lastActive: 'Last active',
  until: 'Until',
  asChosen: 'as you chose',
  revoked: 'you remove it, or',
  atMost: 'at the latest',
  unused: 'Unused, it ends',
  waiting: 'Not connected yet',
  waitingDetail: 'You allowed it, and it has not collected its access. Unless it does, this ends',
  repeated: 'Two IP addresses',
  repeatedDetail: (first: string, other: string) =>
    `It renewed its access from ${first}, and within a minute once more from ${other}. That is a device that changed its network, or somebody else: if it was not you, remove it.`,
  limit: (name: string) => `Limit ${name}`,
  remove: (name: string) => `Remove ${name}`,
  removeAll: 'Remove all of them',
  notReviewed: 'Not reviewed yet',
  installations: (count: number) => `${counted(count, 'installation')}, each with access of its own`,
  more: (count: number) => counted(count, 'more installation'),
  originText,
  allowedOn: (when: string, origin: OriginView) => `allowed ${when}${originText(origin)}`,
  ended: ENDED_ACCESS_TEXT.title,
  limited: (name: string) =>
    `${isolated(name)} was limited. It can do what you see here and nothing else from now on.`,
  notLimited: (name: string) => `Nothing was taken away: ${isolated(name)} had no more than you left it.`,
  others,
  removed: (name: string, left: number) =>
    left === 0
      ? `${isolated(name)} no longer has access.`
      : `That installation of ${isolated(name)} no longer has access. ${others(left)}`,
  removedBefore: 'This application has no access any more.',
  removedAll: 'All applications were removed. None has access any more.',
} as const;
/** Field name and value of the removal form. */
export const INSTALLATION = 'installation';
export const EVERY_INSTALLATION = 'all';
