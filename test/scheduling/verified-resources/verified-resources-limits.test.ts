import type { ScopeName } from '../../../src/scopes/catalogue.js';
import { createRateLimits, type RateLimits } from '../../../src/rate-limits/rate-limit.js';
import { CODE_LIMITS, createCodeLimits } from '../../../src/scheduling/verified-resources/limits.js';
import { mintedToken } from '../../api/minted-tokens.js';
import { type StartedService, startService } from '../../support/service.js';
import { memberFixture } from '../member-fixture.js';
import { codeTo, newAddress, newNumber, otherThan, textsTo } from './verified-fixture.js';

const SCOPES: readonly ScopeName[] = [
  'VERIFIED_RESOURCES_READ',
  'VERIFIED_RESOURCES_WRITE',
  'TEAM_VERIFIED_RESOURCES_READ',
  'TEAM_VERIFIED_RESOURCES_WRITE',
];
const OWN = '/v2/verified-resources';

let service: StartedService;
let clientId: string;
beforeAll(async () => {
  const env = { TRUSTED_PROXIES: '127.0.0.0/8,::1/128' };
  service = await startService({ env });
  ({ clientId } = await service.client({ scopes: [...SCOPES] }));
});
afterAll(() => service.close());

interface Answer {
  readonly status: number;
  /** Seconds. */
  readonly retryAfter: number;
  readonly text: string;
}

interface Limited {
  readonly id: number;
  /** The same user from another client IP. */
  at(clientIp: string): Limited;
  requestCode(address: string, owner?: string): Promise<Answer>;
  verify(address: string, code: string, owner?: string): Promise<Answer>;
}

/** A new user who calls from a client IP. */
async function caller(clientIp = '192.0.2.1'): Promise<Limited> {
  const { account } = await service.user();
  const token = await mintedToken(service, { clientId, accountId: account.id }, SCOPES.join(' '));
  return callerWith(token, account.id, clientIp);
}

function callerWith(token: string, id: number, clientIp: string): Limited {
  const post = async (path: string, address: string, more: object): Promise<Answer> => {
    const name = address.includes('@') ? 'email' : 'phone';
    const response = await fetch(service.url + path.replace(':noun', `${name}s`), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-forwarded-for': clientIp,
      },
      body: JSON.stringify({ [name]: address, ...more }),
    });
    const retryAfter = Number(response.headers.get('retry-after') ?? 0);
    return { status: response.status, retryAfter, text: await response.text() };
  };
  return {
    id,
    at: (elsewhere) => callerWith(token, id, elsewhere),
    requestCode: (address, owner = OWN) => post(`${owner}/:noun/verification-code/request`, address, {}),
    verify: (address, code, owner = OWN) =>
      post(`${owner}/:noun/verification-code/verify`, address, { code }),
  };
}

/** The replies to calls in sequence. */
async function each(count: number, call: (at: number) => Promise<Answer>): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (let at = 0; at < count; at += 1) answers.push(await call(at));
  return answers;
}

const statusesOf = (answers: readonly Answer[]): readonly number[] => answers.map(({ status }) => status);
const times = (count: number, status: number): readonly number[] => Array<number>(count).fill(status);

function expectRefused(answer: Answer | undefined, within: number): void {
  expect(answer?.status).toBe(429);
  expect(answer?.retryAfter).toBeGreaterThan(0);
  expect(answer?.retryAfter).toBeLessThanOrEqual(within);
  expect(JSON.parse(answer?.text ?? '{}')).toMatchObject({ error: { code: 'TOO_MANY_REQUESTS' } });
}

describe('an address', () => {
  test.each([
    ['an e-mail address', newAddress],
    ['a phone number', newNumber],
  ])(
    '%s receives three codes of one user in a quarter of an hour, in any spelling, and others are not affected',
    async (_, make) => {
      const [address, user] = [make(), await caller()];
      const spellings = [address, address.toUpperCase(), ` ${address} `];
      const answers = await each(3, (at) => user.requestCode(spellings[at] ?? ''));
      expect(statusesOf(answers)).toEqual([200, 200, 200]);
      expectRefused(await user.requestCode(address), 900);
      expect(await (await caller()).requestCode(address)).toMatchObject({ status: 200 });
      expect(await user.requestCode(make())).toMatchObject({ status: 200 });
    },
  );

  test('receives ten codes in a quarter of an hour from all callers', async () => {
    const address = newAddress();
    const answers: Answer[] = [];
    for (let at = 0; at < 4; at += 1) {
      const user = await caller(`192.0.2.${at}`);
      answers.push(...(await each(3, () => user.requestCode(address))));
    }
    expect(statusesOf(answers)).toEqual([...times(10, 200), 429, 429]);
  });

  test('receives no more than three codes with parallel requests', async () => {
    const [user, address] = [await caller(), newAddress()];
    const answers = await Promise.all(Array.from({ length: 9 }, () => user.requestCode(address)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(6);
    await codeTo(service, address, 3);
    expect(await textsTo(service, address)).toHaveLength(3);
  });

  test.each([
    ['ten codes of one user', 'askAddressFromDay', (id: number) => `${id} `],
    ['thirty codes of all callers', 'askAddressDay', () => ''],
  ] as const)('receives at most %s a day', async (_, name, prefix) => {
    const [user, address] = [await caller(), newAddress()];
    const { throttle } = service.stores;
    const { keys } = service.registry;
    const limit = CODE_LIMITS[name];
    const ofDay = createRateLimits({ throttle, keys }).byKey(`verification-${name}`, limit);
    for (let count = 1; count < limit.attempts; count += 1) await ofDay(prefix(user.id) + address);
    expect((await user.requestCode(address)).status).toBe(200);
    const refused = await user.requestCode(address.toUpperCase());
    expectRefused(refused, 86_400);
    expect(refused.retryAfter).toBeGreaterThan(900);
  });

  test('at its limit can still be confirmed with the newest code', async () => {
    const [user, address] = [await caller(), newAddress()];
    await each(4, () => user.requestCode(address));
    const code = await codeTo(service, address, 3);
    expect((await user.verify(address, code)).status).toBe(200);
  });

  test('at its limit receives no mail, and the previous code stays valid', async () => {
    const [user, nonMember, address] = [await caller(), await caller(), newAddress()];
    expect((await user.requestCode(address)).status).toBe(200);
    const code = await codeTo(service, address);
    expect(statusesOf(await each(4, () => nonMember.requestCode(address)))).toEqual([200, 200, 200, 429]);
    expect((await user.verify(address, code)).status).toBe(200);
    await codeTo(service, address, 4);
    expect(await textsTo(service, address)).toHaveLength(4);
  });

  test('gets the same replies whether it is verified by another user or not', async () => {
    const [owner, nonMember] = [await caller(), await caller()];
    const [known, unknown] = [newAddress(), newAddress()];
    await owner.requestCode(known);
    expect((await owner.verify(known, await codeTo(service, known))).status).toBe(200);
    const { email: ofAccount } = await service.user();
    const plain = ({ status, text }: Answer) => [status, text.replace(/"timestamp":"[^"]*"/, '')];
    const unverified = plain(await nonMember.requestCode(unknown));
    const tried = plain(await nonMember.verify(unknown, '000000'));
    for (const address of [known, ofAccount]) {
      expect(plain(await nonMember.requestCode(address))).toEqual(unverified);
      const code = otherThan(await codeTo(service, address, address === known ? 2 : 1));
      expect(plain(await nonMember.verify(address, code))).toEqual(tried);
    }
  });
});

describe('a user', () => {
  test('requests ten text messages and twenty mails an hour, for themselves and for teams together', async () => {
    const user = await caller();
    const team = `/v2/teams/${await memberFixture(service).team(user.id)}/verified-resources`;
    const owner = (at: number) => (at % 2 === 0 ? OWN : team);
    const messages = await each(11, (at) => user.requestCode(newNumber(), owner(at)));
    expect(statusesOf(messages)).toEqual([...times(10, 200), 429]);
    expectRefused(messages.at(-1), 3600);
    const mails = await each(21, (at) => user.requestCode(newAddress(), owner(at)));
    expect(statusesOf(mails)).toEqual([...times(20, 200), 429]);
    expectRefused(mails.at(-1), 3600);
    expect((await (await caller()).requestCode(newNumber())).status).toBe(200);
  });

  test('at the limit uses up no attempts of the address', async () => {
    const [spent, user, address] = [await caller(), await caller(), newNumber()];
    await each(10, () => spent.requestCode(newNumber()));
    expect(statusesOf(await each(5, () => spent.requestCode(address)))).toEqual(times(5, 429));
    expect(statusesOf(await each(4, () => user.requestCode(address)))).toEqual([200, 200, 200, 429]);
  });

  test('enters thirty codes from one client IP in a quarter of an hour, over all addresses; then also the right one is refused', async () => {
    const [user, address] = [await caller('192.0.2.60'), newAddress()];
    await user.requestCode(address);
    const code = await codeTo(service, address);
    const guesses = await each(30, () => user.verify(newAddress(), '123456'));
    expect(statusesOf(guesses)).toEqual(times(30, 400));
    expectRefused(await user.verify(address, code), 900);
    const teams = `/v2/teams/${await memberFixture(service).team(user.id)}/verified-resources`;
    expectRefused(await user.verify(newAddress(), '123456', teams), 900);
    expect((await user.at('192.0.2.61').verify(address, code)).status).toBe(200);
  });

  test('enters a hundred codes in a quarter of an hour, from all client IPs', async () => {
    const user = await caller('192.0.2.62');
    const { throttle } = service.stores;
    const { keys } = service.registry;
    const limit = CODE_LIMITS.confirmAccount;
    const take = createRateLimits({ throttle, keys }).byKey('verification-confirmAccount', limit);
    for (let count = 1; count < limit.attempts; count += 1) await take(String(user.id));
    expect((await user.verify(newAddress(), '123456')).status).toBe(400);
    expectRefused(await user.at('192.0.2.63').verify(newAddress(), '123456'), 900);
  });

  test('is not charged for invalid addresses and codes', async () => {
    const user = await caller();
    const answers = await each(40, () => user.verify(newAddress(), 'abc'));
    expect(statusesOf(answers)).toEqual(times(40, 400));
    expect(statusesOf(await each(12, () => user.requestCode('+351')))).toEqual(times(12, 400));
    expect((await user.requestCode(newNumber())).status).toBe(200);
  });
});

describe('a client IP', () => {
  const spend = async (what: 'verifyClientIp' | 'confirmClientIp', clientIp: string) => {
    const { throttle } = service.stores;
    const { keys } = service.registry;
    const limit = CODE_LIMITS[what];
    const take = createRateLimits({ throttle, keys }).byClientIp(`verification-${what}`, limit);
    for (let spent = 0; spent < limit.attempts; spent += 1) await take(clientIp);
  };

  test('at the limit requests no more codes, uses up no other limit, and others are not affected', async () => {
    const [user, there, address] = [await caller('192.0.2.77'), await caller('192.0.2.78'), newNumber()];
    await spend('verifyClientIp', '192.0.2.77');
    const refused = await each(12, () => user.requestCode(address));
    expect(statusesOf(refused)).toEqual(times(12, 429));
    expectRefused(refused[0], 900);
    expect((await there.requestCode(address)).status).toBe(200);
  });

  test('at the limit enters no more codes, and IPv6 addresses of one /64 count together', async () => {
    const [user, neighbour] = [await caller('2001:db8:7::1'), await caller('2001:db8:7:0:ffff::9')];
    const there = await caller('2001:db8:7:1::1');
    await spend('confirmClientIp', '2001:db8:7::ffff');
    expectRefused(await user.verify(newAddress(), '123456'), 900);
    expectRefused(await neighbour.verify(newAddress(), '123456'), 900);
    expect((await there.verify(newAddress(), '123456')).status).toBe(400);
    expect((await user.requestCode(newAddress())).status).toBe(200);
  });
});

describe('the order of counting', () => {
  /** Records the counted limits, up to the one that refuses. */
  async function counted(
    refusing: string,
    call: (limits: ReturnType<typeof createCodeLimits>) => Promise<void>,
  ) {
    const counted: string[] = [];
    const make: RateLimits['byKey'] = (what) => (key) => {
      counted.push(`${what.replace('verification-', '')} ${key}`);
      return what.endsWith(refusing) ? Promise.reject(new Error(refusing)) : Promise.resolve();
    };
    const limits = createCodeLimits({ byClientIp: make, byKey: make });
    await expect(call(limits)).rejects.toThrow(refusing);
    return counted;
  }
  const member = { accountId: 7, clientIp: '192.0.2.9' };

  test.each([
    ['verifyClientIp', ['verifyClientIp 192.0.2.9']],
    ['askAccountEmail', ['verifyClientIp 192.0.2.9', 'askAccountEmail 7']],
    [
      'askAddressFrom',
      ['verifyClientIp 192.0.2.9', 'askAccountEmail 7', 'askAddressFrom 7 desk@example.net'],
    ],
    [
      'askAddress',
      [
        'verifyClientIp 192.0.2.9',
        'askAccountEmail 7',
        'askAddressFrom 7 desk@example.net',
        'askAddressFromDay 7 desk@example.net',
        'askAddress desk@example.net',
      ],
    ],
  ])('%s refuses before others are charged', async (refusing, expected) => {
    const email = { kind: 'email', address: 'Desk@Example.net' } as const;
    expect(await counted(refusing, (limits) => limits.ask(member, email))).toEqual(expected);
  });

  test('anonymous requests charge only the client IP and the address', async () => {
    const [nonMember, email] = [
      { clientIp: member.clientIp },
      { kind: 'email', address: 'desk@example.net' } as const,
    ];
    expect(await counted('askAddress', (limits) => limits.ask(nonMember, email))).toEqual([
      'verifyClientIp 192.0.2.9',
      'askAddressFrom 192.0.2.9 desk@example.net',
      'askAddressFromDay 192.0.2.9 desk@example.net',
      'askAddress desk@example.net',
    ]);
    expect(await counted('confirmClientIp', (limits) => limits.confirm(nonMember))).toHaveLength(1);
  });

  test('an attempt is charged to the client IP before the account', async () => {
    expect(await counted('confirmClientIp', (limits) => limits.confirm(member))).toEqual([
      'confirmClientIp 192.0.2.9',
    ]);
  });
});
