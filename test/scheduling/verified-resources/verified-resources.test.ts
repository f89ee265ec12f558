import type { ScopeName } from '../../../src/scopes/catalogue.js';
import { createSmsGateway } from '../../../adapters/sms/gateway.js';
import { startSmsServer } from '../../delivery/sms-server.js';
import type { SmsServer } from '../../delivery/sms-server.js';
import { openBackend } from '../../support/backend.js';
import type { Backend } from '../../support/backend.js';
import { createBrowser } from '../../support/browser.js';
import { dump } from '../../support/dump.js';
import { type StartedService, startService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { createLog } from '../../../src/ops/log.js';
import { type Caller, callerFor, faulty, type Reply } from '../caller.js';
import { memberFixture } from '../member-fixture.js';
import { codeTo, newAddress, newNumber, otherThan, textsTo } from './verified-fixture.js';

const SCOPES: readonly ScopeName[] = [
  'VERIFIED_RESOURCES_READ',
  'VERIFIED_RESOURCES_WRITE',
  'TEAM_VERIFIED_RESOURCES_READ',
  'TEAM_VERIFIED_RESOURCES_WRITE',
];
const MINUTE = 60_000;

interface AddressView {
  readonly id: number;
  readonly email?: string;
  readonly phoneNumber?: string;
  readonly userId: number | null;
  readonly teamId?: number;
}

let later = 0;
const lines: string[] = [];
let service: StartedService;
let ada: Caller;
let ben: Caller;
/** The default caller, a new one for each test: limits count by account. */
let current: Caller;
let orgId: number;
let teamId: number;
let otherTeamId: number;
beforeAll(async () => {
  const log = createLog('debug', { write: (line: string) => void lines.push(line) });
  service = await startService({ clock: () => Date.now() + later, log });
  [ada, ben] = [await callerFor(service, SCOPES), await callerFor(service, SCOPES)];
  current = ada;
  const fixture = memberFixture(service);
  orgId = await fixture.organization(ada.id);
  teamId = await fixture.team(ada.id, orgId);
  otherTeamId = await fixture.team(ben.id);
});
afterAll(() => service.close());
afterEach(() => {
  later = 0;
});

const withSomebodyNew = () => {
  beforeAll(async () => {
    current = await callerFor(service, SCOPES);
  });
  afterAll(() => {
    current = ada;
  });
};

const OWN = '/v2/verified-resources';
const inTeam = (id = teamId): string => `/v2/teams/${id}/verified-resources`;
const inOrganization = (): string => `/v2/organizations/${orgId}/teams/${teamId}/verified-resources`;

type Noun = 'emails' | 'phones';
const nameIn: Readonly<Record<Noun, string>> = { emails: 'email', phones: 'phone' };
const bodyOf = (noun: Noun, address: string): object => ({ [nameIn[noun]]: address });

const requestCode = (owner: string, noun: Noun, address: string, by = current): Promise<Reply<undefined>> =>
  by.call('POST', `${owner}/${noun}/verification-code/request`, bodyOf(noun, address));
const verify = (
  owner: string,
  noun: Noun,
  address: string,
  code: string,
  by = current,
): Promise<Reply<AddressView>> =>
  by.call('POST', `${owner}/${noun}/verification-code/verify`, { ...bodyOf(noun, address), code });

/** The code that was sent; throws on failure. */
async function sentCode(owner: string, noun: Noun, address: string, count = 1): Promise<string> {
  const { status, text } = await requestCode(owner, noun, address);
  expect([status, text]).toEqual([200, '{"status":"success"}']);
  return codeTo(service, address, count);
}

describe.each<[string, () => string, () => Partial<AddressView>]>([
  ['of a person', () => OWN, () => ({})],
  ['of a team', inTeam, () => ({ teamId })],
  ['of a team of an organization', inOrganization, () => ({ teamId })],
])('an address %s', (_, owner, more) => {
  test('is an e-mail address that is confirmed with the code from a mail', async () => {
    const email = newAddress();
    const reply = await verify(owner(), 'emails', email, await sentCode(owner(), 'emails', email));
    expect([reply.status, reply.data]).toEqual([
      200,
      { id: expect.any(Number), email, userId: ada.id, ...more() },
    ]);
    const one = await ada.call('GET', `${owner()}/emails/${reply.data.id}`);
    expect([one.status, one.data]).toEqual([200, reply.data]);
    expect((await ada.call('GET', `${owner()}/emails`)).data).toContainEqual(reply.data);
  });

  test('is a phone number that is confirmed with the code from a text message', async () => {
    const phone = newNumber();
    const typed = phone.replace('+351', '+351 ').replace('912', '912-');
    const reply = await verify(owner(), 'phones', typed, await sentCode(owner(), 'phones', phone));
    expect([reply.status, reply.data]).toEqual([
      200,
      { id: expect.any(Number), phoneNumber: phone, userId: ada.id, ...more() },
    ]);
    const one = await ada.call('GET', `${owner()}/phones/${reply.data.id}`);
    expect([one.status, one.data]).toEqual([200, reply.data]);
    expect((await ada.call('GET', `${owner()}/phones`)).data).toContainEqual(reply.data);
  });
});

describe('a message with a code', () => {
  withSomebodyNew();

  test('contains no text of the caller, and no code in the subject', async () => {
    const [email, phone] = [newAddress(), newNumber()];
    const codes = [await sentCode(OWN, 'emails', email), await sentCode(OWN, 'phones', phone)];
    const [mail = '', sms = ''] = [...(await textsTo(service, email)), ...(await textsTo(service, phone))];
    expect(mail).toContain(`\n\n${codes[0]}\n\n`);
    expect(sms).toBe(
      `${codes[1]} is your code to confirm this phone number with Slotkey. It works once, for 10 minutes. Enter it only where you requested it.`,
    );
    expect(`${mail}${sms}`).not.toMatch(/Person|http|@/);
    const page = await createBrowser(service.url).get('/dev/outbox');
    const titles = page.root.querySelectorAll('.cards h2').map(({ text }) => text.trim());
    expect(titles.slice(0, 2).sort()).toEqual(['Text message', 'Your code for Slotkey']);
    expect(titles.join()).not.toMatch(/\d{6}/);
    expect(page.root.text).toContain(phone);
  });

  test('is stored only sealed, and not logged', async () => {
    const before = lines.length;
    const [email, phone] = [newAddress(), newNumber()];
    const codes = [await sentCode(OWN, 'emails', email), await sentCode(OWN, 'phones', phone)];
    await verify(OWN, 'emails', email, otherThan(codes[0] ?? ''));
    await verify(OWN, 'emails', email, codes[0] ?? '');
    const stores = await dump(service.backend.env);
    expect(lines.length).toBeGreaterThan(before);
    for (const code of codes) {
      expect(stores).not.toMatch(new RegExp(`(?<![\\d.])${code} is|\\s${code}\\s|"${code}"`));
      expect(lines.join('')).not.toContain(code);
    }
    expect(lines.join('')).not.toContain(phone);
  });
});

describe('a code', () => {
  withSomebodyNew();

  const refusal = async (reply: Promise<Reply<unknown>>) => {
    const { status, error, text } = await reply;
    expect([status, error.details.errors?.map(({ property }) => property)]).toEqual([400, ['code']]);
    return text.replace(/"timestamp":"[^"]*"/, '');
  };

  test('that is wrong, used, replaced, of another user or never sent gets the same error', async () => {
    const email = newAddress();
    const never = await refusal(verify(OWN, 'emails', email, '123456'));
    const first = await sentCode(OWN, 'emails', email);
    expect(await refusal(verify(OWN, 'emails', email, otherThan(first)))).toBe(never);
    expect(await refusal(verify(OWN, 'emails', email, first, ben))).toBe(never);
    await refusal(verify(inTeam(), 'emails', email, first, ada));
    const second = await sentCode(OWN, 'emails', email, 2);
    if (first !== second) expect(await refusal(verify(OWN, 'emails', email, first))).toBe(never);
    expect((await verify(OWN, 'emails', email, second)).status).toBe(200);
    expect(await refusal(verify(OWN, 'emails', email, second))).toBe(never);
  });

  test('is valid for ten minutes', async () => {
    const [email, other] = [newAddress(), newAddress()];
    const codes = [await sentCode(OWN, 'emails', email), await sentCode(OWN, 'emails', other)];
    later = 9 * MINUTE;
    expect((await verify(OWN, 'emails', email, codes[0] ?? '')).status).toBe(200);
    later = 10 * MINUTE + 1000;
    await refusal(verify(OWN, 'emails', other, codes[1] ?? ''));
  });

  test('allows five attempts; then the right one is refused, and a new code is needed', async () => {
    const phone = newNumber();
    const code = await sentCode(OWN, 'phones', phone);
    for (let by = 1; by <= 5; by += 1) await refusal(verify(OWN, 'phones', phone, otherThan(code, by)));
    await refusal(verify(OWN, 'phones', phone, code));
    const fresh = await sentCode(OWN, 'phones', phone, 2);
    expect((await verify(OWN, 'phones', phone, fresh)).status).toBe(200);
  });

  test('that is not six digits is refused without counting an attempt', async () => {
    const email = newAddress();
    const code = await sentCode(OWN, 'emails', email);
    for (const text of ['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦', `${code}0`, ` ${code.slice(0, 5)} `])
      await refusal(verify(OWN, 'emails', email, text));
    for (const body of [{ email }, { email, code: Number(code) }, { email, code: null }])
      await refusal(current.call('POST', `${OWN}/emails/verification-code/verify`, body));
    expect((await verify(OWN, 'emails', email, ` ${code} `)).status).toBe(200);
  });

  test('that is right creates one row, also with parallel attempts', async () => {
    const email = newAddress();
    const code = await sentCode(OWN, 'emails', email);
    const replies = await Promise.all(Array.from({ length: 8 }, () => verify(OWN, 'emails', email, code)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(400)]);
    const { data } = await current.call<readonly AddressView[]>('GET', `${OWN}/emails`);
    expect(data.filter((one) => one.email === email)).toHaveLength(1);
  });

  test('for a verified address confirms it again, unchanged', async () => {
    const email = newAddress();
    const first = await verify(OWN, 'emails', email, await sentCode(OWN, 'emails', email));
    const again = email.toUpperCase();
    const { status } = await requestCode(OWN, 'emails', again);
    const second = await verify(OWN, 'emails', email, await codeTo(service, again));
    expect([status, second.data]).toEqual([200, first.data]);
  });
});

describe('an invalid address', () => {
  test.each<[Noun, unknown]>([
    ['emails', ''],
    ['emails', 'desk'],
    ['emails', 'desk@example.net, other@example.net'],
    ['emails', 'Desk <desk@example.net>'],
    ['emails', 'desk@example.net\r\nBcc: other@example.net'],
    ['emails', `${'a'.repeat(250)}@example.net`],
    ['emails', ['desk@example.net']],
    ['emails', undefined],
    ['phones', '912345678'],
    ['phones', '+999912345678'],
    ['phones', '+44 909 8790000'],
    ['phones', 351912345678],
    ['phones', undefined],
  ])('as %s: %j is refused, and nothing is sent', async (noun, address) => {
    const before = (await service.stores.delivery.outbox.list(5_000)).length;
    for (const what of ['request', 'verify']) {
      const body = { [nameIn[noun]]: address, code: '123456' };
      const reply = await ada.call('POST', `${OWN}/${noun}/verification-code/${what}`, body);
      expect([reply.status, faulty(reply)]).toEqual([400, [nameIn[noun]]]);
    }
    expect((await service.stores.delivery.outbox.list(5_000)).length).toBe(before);
  });
});

describe('the owner of an address', () => {
  test('has no verified account address at first', async () => {
    const newcomer = await callerFor(service, SCOPES);
    expect((await newcomer.call('GET', `${OWN}/emails`)).data).toEqual([]);
  });

  test('can be two users and a team, who each find only their own row', async () => {
    const email = newAddress();
    const mine = await verify(OWN, 'emails', email, await sentCode(OWN, 'emails', email));
    const asking = await requestCode(OWN, 'emails', email, ben);
    expect([asking.status, asking.text]).toEqual([200, '{"status":"success"}']);
    const theirs = await verify(OWN, 'emails', email, await codeTo(service, email, 2), ben);
    const ours = await verify(inTeam(), 'emails', email, await sentCode(inTeam(), 'emails', email, 3));
    const ids = [mine, theirs, ours].map(({ data }) => data.id);
    expect(new Set(ids).size).toBe(3);
    const seenBy = async (by: Caller, owner: string) =>
      Promise.all(ids.map(async (id) => (await by.call('GET', `${owner}/emails/${id}`)).status));
    expect(await seenBy(ada, OWN)).toEqual([200, 404, 404]);
    expect(await seenBy(ben, OWN)).toEqual([404, 200, 404]);
    expect(await seenBy(ada, inTeam())).toEqual([404, 404, 200]);
    expect(await seenBy(ben, inTeam(otherTeamId))).toEqual([404, 404, 404]);
  });

  test('does not find an e-mail address among phone numbers', async () => {
    const email = newAddress();
    const { data } = await verify(OWN, 'emails', email, await sentCode(OWN, 'emails', email));
    const phone = await ada.call<AddressView>('GET', `${OWN}/phones/${data.id}`);
    expect(phone.status === 404 || phone.data.phoneNumber !== undefined).toBe(true);
    for (const id of ['0', 'x', '999999999999999', '2147483648', '-1'])
      expect([400, 404]).toContain((await ada.call('GET', `${OWN}/emails/${id}`)).status);
  });

  test('can be a team, for its admins only', async () => {
    const fixture = memberFixture(service);
    const [member, admin] = [await callerFor(service, SCOPES), await callerFor(service, SCOPES)];
    await fixture.join(orgId, ada.id, member.id);
    await fixture.join(teamId, ada.id, member.id);
    await fixture.join(orgId, ada.id, admin.id);
    await fixture.join(teamId, ada.id, admin.id, { role: 'admin' });
    const calls = (by: Caller, owner: string) =>
      Promise.all([
        by.call('GET', `${owner}/emails`),
        by.call('GET', `${owner}/phones`),
        requestCode(owner, 'emails', newAddress(), by),
        verify(owner, 'emails', newAddress(), '123456', by),
      ]);
    const statuses = async (by: Caller, owner: string) =>
      (await calls(by, owner)).map(({ status }) => status);
    for (const owner of [inTeam(), inOrganization()]) {
      expect(await statuses(ben, owner)).toEqual([404, 404, 404, 404]);
      expect(await statuses(member, owner)).toEqual([403, 403, 403, 403]);
      expect(await statuses(admin, owner)).toEqual([200, 200, 200, 400]);
    }
  });

  test('lists addresses in pages, the oldest first', async () => {
    const caller = await callerFor(service, SCOPES);
    const emails = [newAddress(), newAddress(), newAddress()];
    for (const email of emails) {
      await requestCode(OWN, 'emails', email, caller);
      await verify(OWN, 'emails', email, await codeTo(service, email), caller);
    }
    const list = async (query = '') =>
      (await caller.call<readonly AddressView[]>('GET', `${OWN}/emails${query}`)).data.map(
        ({ email }) => email,
      );
    expect(await list()).toEqual(emails);
    expect(await list('?take=1&skip=1')).toEqual([emails[1]]);
    for (const query of ['?take=0', '?take=251', '?skip=-1'])
      expect((await caller.call('GET', `${OWN}/emails${query}`)).status).toBe(400);
  });

  test('needs separate scopes for reading and writing', async () => {
    const reader = await callerFor(service, ['VERIFIED_RESOURCES_READ']);
    const writer = await callerFor(service, ['VERIFIED_RESOURCES_WRITE']);
    expect((await reader.call('GET', `${OWN}/emails`)).status).toBe(200);
    expect((await requestCode(OWN, 'emails', newAddress(), reader)).status).toBe(403);
    expect((await writer.call('GET', `${OWN}/emails`)).status).toBe(403);
    expect((await requestCode(OWN, 'emails', newAddress(), writer)).status).toBe(200);
  });
});

describe('an SMS gateway', () => {
  let gateway: SmsServer;
  let backend: Backend;
  let sending: StartedService;
  let caller: Caller;
  beforeAll(async () => {
    [gateway, backend] = [await startSmsServer(), await openBackend()];
    const sms = createSmsGateway({ url: gateway.url, timeoutMs: 300 });
    sending = await startService({
      clock: () => Date.now() + later,
      backend: { ...backend, stores: { ...backend.stores, sms } },
    });
    caller = await callerFor(sending, SCOPES);
  });
  afterAll(async () => {
    await sending.close();
    await backend.close();
    await gateway.close();
  });

  test('receives the code, which is not written to the outbox', async () => {
    const phone = newNumber();
    expect((await requestCode(OWN, 'phones', phone, caller)).status).toBe(200);
    const [text = ''] = await gateway.textsTo(phone, 1);
    const reply = await verify(OWN, 'phones', phone, text.slice(0, 6), caller);
    expect([reply.status, reply.data.phoneNumber]).toEqual([200, phone]);
    expect(await textsTo(sending, phone)).toEqual([]);
  });

  test.each([
    ['fails', 500],
    ['hangs', 'stall'],
  ] as const)(
    'that %s does not delay the reply, and receives the code when it has recovered',
    async (_, answer) => {
      const phone = newNumber();
      gateway.answerWith(answer);
      const before = gateway.brought.length;
      expect((await requestCode(OWN, 'phones', phone, caller)).status).toBe(200);
      await until(async () => gateway.brought.length > before);
      gateway.answerWith(202);
      // In steps of a second: the next attempt is scheduled from the end of this one.
      await until(async () => {
        later = Math.min(later + 1000, 4 * MINUTE);
        return gateway.brought.length > before + 1;
      });
      const [text = ''] = await gateway.textsTo(phone, 1);
      expect((await verify(OWN, 'phones', phone, text.slice(0, 6), caller)).status).toBe(200);
    },
  );
});
