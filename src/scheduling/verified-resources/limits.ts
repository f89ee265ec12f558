/*
 * How often codes are asked for and tried: messages cost money and reach people who know nothing of them, and a code is
 * short enough to be guessed. The limits of an address hold whoever asks.
 */
import { DAY, HOUR, MINUTE, inSeconds } from '../../durations.js';
import type { Address } from './store.js';

interface Limit {
  readonly tries: number;
  readonly windowSeconds: number;
}

/** Throws 429 when whoever or whatever it is has had it too often. */
type Count = (whose: string) => Promise<void>;
type MakeCount = (what: string, limit: Limit) => Count;

export interface Counting {
  readonly byClientIp: MakeCount;
  readonly by: MakeCount;
}

const QUARTER_HOUR = inSeconds(15 * MINUTE);

export const CODE_LIMITS = {
  /** Behind one network may stand an application with many people. */
  verifyClientIp: { tries: 200, windowSeconds: QUARTER_HOUR },
  askAccountEmail: { tries: 20, windowSeconds: inSeconds(HOUR) },
  askAccountPhone: { tries: 10, windowSeconds: inSeconds(HOUR) },
  askAddress: { tries: 3, windowSeconds: QUARTER_HOUR },
  askAddressDay: { tries: 10, windowSeconds: inSeconds(DAY) },
  confirmClientIp: { tries: 400, windowSeconds: QUARTER_HOUR },
  confirmAccount: { tries: 30, windowSeconds: QUARTER_HOUR },
} as const satisfies Readonly<Record<string, Limit>>;

export interface CodeCaller {
  readonly accountId: number;
  readonly clientIp: string;
}

/** Where strangers ask too, the network counts alone. */
type Counted = Pick<CodeCaller, 'clientIp'> & Partial<CodeCaller>;

export interface CodeLimits {
  ask(caller: Counted, address: Address): Promise<void>;
  confirm(caller: Counted): Promise<void>;
}

/** Who is out of tries costs others none: the network is asked first, then the account, then the address. */
export function createCodeLimits({ byClientIp, by }: Counting): CodeLimits {
  const limit = (make: MakeCount, name: keyof typeof CODE_LIMITS): Count =>
    make(`verification-${name}`, CODE_LIMITS[name]);
  const verifyClientIp = limit(byClientIp, 'verifyClientIp');
  const askAccount = { email: limit(by, 'askAccountEmail'), phone: limit(by, 'askAccountPhone') };
  const askAddress = [limit(by, 'askAddress'), limit(by, 'askAddressDay')];
  const confirmClientIp = limit(byClientIp, 'confirmClientIp');
  const confirmAccount = limit(by, 'confirmAccount');
  return {
    async ask({ accountId, clientIp }, { kind, address }) {
      await verifyClientIp(clientIp);
      if (accountId !== undefined) await askAccount[kind](String(accountId));
      for (const count of askAddress) await count(address.toLowerCase());
    },
    async confirm({ accountId, clientIp }) {
      await confirmClientIp(clientIp);
      if (accountId !== undefined) await confirmAccount(String(accountId));
    },
  };
}
