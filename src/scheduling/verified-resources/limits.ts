/*
 * How often codes are asked for and tried: messages cost money and reach people who know nothing of them, and a code is
 * short enough to be guessed. The limits of an address count requests of all callers.
 */
import { emailKey } from '../../email-address.js';
import { DAY, HOUR, MINUTE, inSeconds } from '../../durations.js';
import type { RateLimit, RateLimits } from '../../rate-limits/rate-limit.js';
import type { Limit } from '../../rate-limits/throttle.js';
import type { Address } from './store.js';

const QUARTER_HOUR = inSeconds(15 * MINUTE);

export const CODE_LIMITS = {
  /** Behind one network may stand an application with many people. */
  verifyClientIp: { attempts: 200, windowSeconds: QUARTER_HOUR },
  askAccountEmail: { attempts: 20, windowSeconds: inSeconds(HOUR) },
  askAccountPhone: { attempts: 10, windowSeconds: inSeconds(HOUR) },
  askAddress: { attempts: 3, windowSeconds: QUARTER_HOUR },
  askAddressDay: { attempts: 10, windowSeconds: inSeconds(DAY) },
  confirmClientIp: { attempts: 400, windowSeconds: QUARTER_HOUR },
  confirmAccount: { attempts: 30, windowSeconds: QUARTER_HOUR },
} as const satisfies Readonly<Record<string, Limit>>;

export interface CodeCaller {
  readonly accountId: number;
  readonly clientIp: string;
}

/** For anonymous callers the client IP alone is counted. */
type Counted = Pick<CodeCaller, 'clientIp'> & Partial<CodeCaller>;

export interface CodeLimits {
  ask(caller: Counted, address: Address): Promise<void>;
  confirm(caller: Counted): Promise<void>;
}

/** Who is out of tries costs others none: the client IP is checked first, then the account, then the address. */
export function createCodeLimits({ byClientIp, byKey }: RateLimits): CodeLimits {
  const limit = (create: typeof byKey, name: keyof typeof CODE_LIMITS): RateLimit =>
    create(`verification-${name}`, CODE_LIMITS[name]);
  const verifyClientIp = limit(byClientIp, 'verifyClientIp');
  const askAccount = { email: limit(byKey, 'askAccountEmail'), phone: limit(byKey, 'askAccountPhone') };
  const askAddress = [limit(byKey, 'askAddress'), limit(byKey, 'askAddressDay')];
  const confirmClientIp = limit(byClientIp, 'confirmClientIp');
  const confirmAccount = limit(byKey, 'confirmAccount');
  return {
    async ask({ accountId, clientIp }, { kind, address }) {
      await verifyClientIp(clientIp);
      if (accountId !== undefined) await askAccount[kind](String(accountId));
      for (const count of askAddress) await count(emailKey(address));
    },
    async confirm({ accountId, clientIp }) {
      await confirmClientIp(clientIp);
      if (accountId !== undefined) await confirmAccount(String(accountId));
    },
  };
}
