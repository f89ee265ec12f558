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
  ask(address: string, place?: string): Promise<Answer>;
  verify(address: string, code: string, place?: string): Promise<Answer>;
}

/** Somebody new who calls from a network. */
async function caller(clientIp = '192.0.2.1'): Promise<Limited> {
  const { account } = await service.person();
  const token = await mintedToken(service, { clientId, accountId: account.id }, SCOPES.join(' '));
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
    id: account.id,
    ask: (address, place = OWN) => post(`${place}/:noun/verification-code/request`, address, {}),
    verify: (address, code, place = OWN) =>
      post(`${place}/:noun/verification-code/verify`, address, { code }),
  };
}

/** The answers to calls, one after the other. */
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
  ])('%s gets three codes in a quarter of an hour, whoever asks, in whatever spelling', async (_, make) => {
    const address = make();
    const people = [await caller(), await caller('192.0.2.2'), await caller('192.0.2.3')];
    const spellings = [address, address.toUpperCase(), ` ${address} `];
    const answers = await each(3, (at) => (people[at] as Limited).ask(spellings[at] ?? ''));
    expect(statusesOf(answers)).toEqual([200, 200, 200]);
    expectRefused(await (await caller('192.0.2.4')).ask(address), 900);
    expect(await (people[0] as Limited).ask(make())).toMatchObject({ status: 200 });
  });

  test('gets no more than three of many that are asked for at once', async () => {
    const [somebody, address] = [await caller(), newAddress()];
    const answers = await Promise.all(Array.from({ length: 9 }, () => somebody.ask(address)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(6);
    await codeTo(service, address, 3);
    expect(await textsTo(service, address)).toHaveLength(3);
  });

  test('gets ten codes a day, over however many quarters of an hour', async () => {
    const [somebody, address] = [await caller(), newAddress()];
    const { throttle } = service.stores;
    const { keys } = service.registry;
    const ofDay = createRateLimits({ throttle, keys }).byKey(
      'verification-askAddressDay',
      CODE_LIMITS.askAddressDay,
    );
    for (let sent = 0; sent < 9; sent += 1) await ofDay(address);
    expect((await somebody.ask(address)).status).toBe(200);
    const refused = await somebody.ask(address.toUpperCase());
    expectRefused(refused, 86_400);
    expect(refused.retryAfter).toBeGreaterThan(900);
  });

  test('that is out of codes may still be confirmed with the newest', async () => {
    const [somebody, address] = [await caller(), newAddress()];
    await each(4, () => somebody.ask(address));
    const code = await codeTo(service, address, 3);
    expect((await somebody.verify(address, code)).status).toBe(200);
  });

  test('has its codes refused without a mail, and the one before goes on counting', async () => {
    const [somebody, nonMember, address] = [await caller(), await caller(), newAddress()];
    expect((await somebody.ask(address)).status).toBe(200);
    const code = await codeTo(service, address);
    expect(statusesOf(await each(4, () => nonMember.ask(address)))).toEqual([200, 200, 429, 429]);
    expect((await somebody.verify(address, code)).status).toBe(200);
    await codeTo(service, address, 3);
    expect(await textsTo(service, address)).toHaveLength(3);
  });

  test('is told in the same words whether anybody has it or not', async () => {
    const [owner, nonMember] = [await caller(), await caller()];
    const [known, unknown] = [newAddress(), newAddress()];
    await owner.ask(known);
    expect((await owner.verify(known, await codeTo(service, known))).status).toBe(200);
    const { email: ofAccount } = await service.person();
    const plain = ({ status, text }: Answer) => [status, text.replace(/"timestamp":"[^"]*"/, '')];
    const asked = plain(await nonMember.ask(unknown));
    const tried = plain(await nonMember.verify(unknown, '000000'));
    for (const address of [known, ofAccount]) {
      expect(plain(await nonMember.ask(address))).toEqual(asked);
      const code = otherThan(await codeTo(service, address, address === known ? 2 : 1));
      expect(plain(await nonMember.verify(address, code))).toEqual(tried);
    }
  });
});

describe('a person', () => {
  test('asks for ten text messages an hour and for twenty mails, for themselves and for teams together', async () => {
    const somebody = await caller();
    const team = `/v2/teams/${await memberFixture(service).team(somebody.id)}/verified-resources`;
    const place = (at: number) => (at % 2 === 0 ? OWN : team);
    const messages = await each(11, (at) => somebody.ask(newNumber(), place(at)));
    expect(statusesOf(messages)).toEqual([...times(10, 200), 429]);
    expectRefused(messages.at(-1), 3600);
    const mails = await each(21, (at) => somebody.ask(newAddress(), place(at)));
    expect(statusesOf(mails)).toEqual([...times(20, 200), 429]);
    expectRefused(mails.at(-1), 3600);
    expect((await (await caller()).ask(newNumber())).status).toBe(200);
  });

  test('who is out of tries uses up none of the address', async () => {
    const [spent, somebody, address] = [await caller(), await caller(), newNumber()];
    await each(10, () => spent.ask(newNumber()));
    expect(statusesOf(await each(5, () => spent.ask(address)))).toEqual(times(5, 429));
    expect(statusesOf(await each(4, () => somebody.ask(address)))).toEqual([200, 200, 200, 429]);
  });

  test('tries thirty codes in a quarter of an hour, over all addresses, and then not even the right one', async () => {
    const [somebody, address] = [await caller(), newAddress()];
    await somebody.ask(address);
    const code = await codeTo(service, address);
    const guesses = await each(30, () => somebody.verify(newAddress(), '123456'));
    expect(statusesOf(guesses)).toEqual(times(30, 400));
    expectRefused(await somebody.verify(address, code), 900);
    const teams = `/v2/teams/${await memberFixture(service).team(somebody.id)}/verified-resources`;
    expectRefused(await somebody.verify(newAddress(), '123456', teams), 900);
  });

  test('is not charged for what is no address and no code', async () => {
    const somebody = await caller();
    const answers = await each(40, () => somebody.verify(newAddress(), 'abc'));
    expect(statusesOf(answers)).toEqual(times(40, 400));
    expect(statusesOf(await each(12, () => somebody.ask('+351')))).toEqual(times(12, 400));
    expect((await somebody.ask(newNumber())).status).toBe(200);
  });
});

describe('a network', () => {
  const spend = async (what: 'verifyClientIp' | 'confirmClientIp', clientIp: string) => {
    const { throttle } = service.stores;
    const { keys } = service.registry;
    const limit = CODE_LIMITS[what];
    const take = createRateLimits({ throttle, keys }).byClientIp(`verification-${what}`, limit);
    for (let spent = 0; spent < limit.attempts; spent += 1) await take(clientIp);
  };

  test('that is out of codes gets no more, its people use up nothing, and others go on', async () => {
    const [here, there, address] = [await caller('192.0.2.77'), await caller('192.0.2.78'), newNumber()];
    await spend('verifyClientIp', '192.0.2.77');
    const refused = await each(12, () => here.ask(address));
    expect(statusesOf(refused)).toEqual(times(12, 429));
    expectRefused(refused[0], 900);
    expect((await there.ask(address)).status).toBe(200);
  });

  test('that has tried too many codes tries no more, and one of IPv6 is its whole half', async () => {
    const [here, neighbour] = [await caller('2001:db8:7::1'), await caller('2001:db8:7:0:ffff::9')];
    const there = await caller('2001:db8:7:1::1');
    await spend('confirmClientIp', '2001:db8:7::ffff');
    expectRefused(await here.verify(newAddress(), '123456'), 900);
    expectRefused(await neighbour.verify(newAddress(), '123456'), 900);
    expect((await there.verify(newAddress(), '123456')).status).toBe(400);
    expect((await here.ask(newAddress())).status).toBe(200);
  });
});

describe('the order of counting', () => {
  /** Counts in a list what would be counted, up to the one that refuses. */
  async function counted(
    refusing: string,
    call: (limits: ReturnType<typeof createCodeLimits>) => Promise<void>,
  ) {
    const taken: string[] = [];
    const make: RateLimits['byKey'] = (what) => (whose) => {
      taken.push(`${what.replace('verification-', '')} ${whose}`);
      return what.endsWith(refusing) ? Promise.reject(new Error(refusing)) : Promise.resolve();
    };
    const limits = createCodeLimits({ byClientIp: make, byKey: make });
    await expect(call(limits)).rejects.toThrow(refusing);
    return taken;
  }
  const who = { accountId: 7, clientIp: '192.0.2.9' };

  test.each([
    ['verifyClientIp', ['verifyClientIp 192.0.2.9']],
    ['askAccountEmail', ['verifyClientIp 192.0.2.9', 'askAccountEmail 7']],
    ['askAddress', ['verifyClientIp 192.0.2.9', 'askAccountEmail 7', 'askAddress desk@example.net']],
  ])('%s refuses before others are charged', async (refusing, expected) => {
    const email = { kind: 'email', address: 'Desk@Example.net' } as const;
    expect(await counted(refusing, (limits) => limits.ask(who, email))).toEqual(expected);
  });

  test('where strangers ask too, network and address are charged alone', async () => {
    const [nonMember, email] = [
      { clientIp: who.clientIp },
      { kind: 'email', address: 'desk@example.net' } as const,
    ];
    expect(await counted('askAddress', (limits) => limits.ask(nonMember, email))).toEqual([
      'verifyClientIp 192.0.2.9',
      'askAddress desk@example.net',
    ]);
    expect(await counted('confirmClientIp', (limits) => limits.confirm(nonMember))).toHaveLength(1);
  });

  test('a try is charged to the network before the account', async () => {
    expect(await counted('confirmClientIp', (limits) => limits.confirm(who))).toEqual([
      'confirmClientIp 192.0.2.9',
    ]);
  });
});
