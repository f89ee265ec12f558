/*
 * How often codes are asked for and tried: messages cost money and reach people who know nothing of them, and a code is
 * short enough to be guessed. An address is counted for each caller, so that one who uses up their requests locks out no
 * other, and in higher numbers over all.
 */
import { emailKey } from '../../email-address.js';
import { DAY, HOUR, MINUTE, inSeconds } from '../../durations.js';
import { type RateLimit, rateLimitKeyOf, type RateLimits } from '../../rate-limits/rate-limit.js';
import type { Limit } from '../../rate-limits/throttle.js';
import type { Address } from './store.js';

const QUARTER_HOUR = inSeconds(15 * MINUTE);

export const CODE_LIMITS = {
  /** Behind one network may stand an application with many people. */
  verifyClientIp: { attempts: 200, windowSeconds: QUARTER_HOUR },
  askAccountEmail: { attempts: 20, windowSeconds: inSeconds(HOUR) },
  askAccountPhone: { attempts: 10, windowSeconds: inSeconds(HOUR) },
  askAddressFrom: { attempts: 3, windowSeconds: QUARTER_HOUR },
  askAddressFromDay: { attempts: 10, windowSeconds: inSeconds(DAY) },
  askAddress: { attempts: 10, windowSeconds: QUARTER_HOUR },
  askAddressDay: { attempts: 30, windowSeconds: inSeconds(DAY) },
  confirmClientIp: { attempts: 400, windowSeconds: QUARTER_HOUR },
  confirmAccountFrom: { attempts: 30, windowSeconds: QUARTER_HOUR },
  confirmAccount: { attempts: 100, windowSeconds: QUARTER_HOUR },
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

/** A caller at a limit costs others nothing: what is counted for the caller alone comes first. */
export function createCodeLimits({ byClientIp, byKey }: RateLimits): CodeLimits {
  const limit = (create: typeof byKey, name: keyof typeof CODE_LIMITS): RateLimit =>
    create(`verification-${name}`, CODE_LIMITS[name]);
  const verifyClientIp = limit(byClientIp, 'verifyClientIp');
  const askAccount = { email: limit(byKey, 'askAccountEmail'), phone: limit(byKey, 'askAccountPhone') };
  const askFrom = [limit(byKey, 'askAddressFrom'), limit(byKey, 'askAddressFromDay')];
  const askAddress = [limit(byKey, 'askAddress'), limit(byKey, 'askAddressDay')];
  const confirmClientIp = limit(byClientIp, 'confirmClientIp');
  const confirmAccountFrom = limit(byKey, 'confirmAccountFrom');
  const confirmAccount = limit(byKey, 'confirmAccount');
  return {
    async ask({ accountId, clientIp }, { kind, address }) {
      await verifyClientIp(clientIp);
      if (accountId !== undefined) await askAccount[kind](String(accountId));
      const [caller, to] = [accountId ?? rateLimitKeyOf(clientIp), emailKey(address)];
      for (const count of askFrom) await count(`${caller} ${to}`);
      for (const count of askAddress) await count(to);
    },
    async confirm({ accountId, clientIp }) {
      await confirmClientIp(clientIp);
      if (accountId === undefined) return;
      await confirmAccountFrom(`${accountId} ${rateLimitKeyOf(clientIp)}`);
      await confirmAccount(String(accountId));
    },
  };
}
