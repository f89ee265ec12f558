/* The contract of every RequestLogStore: bounded by client and day, and true about what became of a code or secret. */
import type { LoggedRequest } from '../../src/request-log/entry.js';
import { KEPT_PER_DAY, type NewRequest, type RequestBatch } from '../../src/request-log/store.js';
import type { Stores } from '../../src/stores.js';
import { ACTOR, client, newAccount, secret, unique } from './samples.js';

type Needed = Pick<Stores, 'accounts' | 'clients' | 'requestLog'>;

const NOON = Date.parse('2026-11-21T12:00:00.000Z');
const DAY = '2026-11-21';

const request = (clientId: string, change: Partial<NewRequest> = {}): NewRequest => ({
  ...{ id: unique(), clientId, at: NOON, endpoint: 'token', method: 'POST', route: '/token' },
  ...{ clientIp: '192.0.2.7', userAgent: 'curl/8', sent: { parameters: ['code'] }, status: 200 },
  ...change,
});

const refused = (clientId: string, change: Partial<NewRequest> = {}): NewRequest =>
  request(clientId, { status: 401, error: 'invalid_client', cause: { code: 'wrong_secret' }, ...change });

function batch(...requests: readonly NewRequest[]): RequestBatch {
  const ids = [...new Set(requests.map(({ clientId }) => clientId))];
  const count = (clientId: string, isRefused: boolean) =>
    requests.filter((one) => one.clientId === clientId && (one.error !== undefined) === isRefused).length;
  return {
    requests,
    counts: ids.map((clientId) => ({
      ...{ clientId, day: DAY },
      ...{ refused: count(clientId, true), succeeded: count(clientId, false) },
    })),
  };
}

export function requestLogContract(open: () => Needed): void {
  const log = () => open().requestLog.requests;

  async function registered(...secrets: readonly ReturnType<typeof secret>[]): Promise<string> {
    const owner = await open().accounts.accounts.create(newAccount(), ACTOR);
    if (owner === 'email_taken') throw new Error('the address of a sample was taken');
    const input = client(owner.id, { secrets });
    await open().clients.clients.create(input, ACTOR);
    return input.id;
  }
  const idsOf = (found: readonly LoggedRequest[]) => found.map(({ id }) => id);

  test('requests are found newest first, by endpoint, refusal, page and id', async () => {
    const [id, other] = [await registered(), await registered()];
    const all = [
      request(id, { at: NOON - 3000, endpoint: 'authorization', grantId: 'g1' }),
      refused(id, { at: NOON - 2000 }),
      request(id, { at: NOON - 1000 }),
    ];
    const [first, second, third] = all.map((one) => one.id);
    await log().add(batch(...all, refused(other)));
    const list = (query: object = {}) => log().list({ clientId: id, most: 10, ...query });
    expect(idsOf(await list())).toEqual([third, second, first]);
    expect(idsOf(await list({ endpoint: 'token' }))).toEqual([third, second]);
    expect(idsOf(await list({ refusedOnly: true }))).toEqual([second]);
    const [newest] = await list({ most: 1 });
    expect(idsOf(await list({ behind: newest }))).toEqual([second, first]);
    expect(await list({ clientId: unique() })).toEqual([]);
    expect(await list({ clientId: 'a\0b' })).toEqual([]);
    const found = await log().find(second ?? '', id);
    expect(found).toEqual({ ...all[1], history: {} });
    expect(await log().find(second ?? '', other)).toBeUndefined();
    expect((await log().find(second ?? ''))?.clientId).toBe(id);
    expect(await log().find('a\0b')).toBeUndefined();
  });

  test('of clients that do not exist nothing is kept, and of requests without a client little', async () => {
    const [foreign, none] = [refused(unique()), refused('')];
    await log().add(batch(foreign, none));
    expect(await log().find(foreign.id)).toBeUndefined();
    expect((await log().find(none.id))?.clientId).toBe('');
  });

  test('a batch that comes again is kept once', async () => {
    const id = await registered();
    const sent = batch(refused(id), request(id));
    await Promise.all([log().add(sent), log().add(sent)]);
    expect(await log().list({ clientId: id, most: 10 })).toHaveLength(2);
  });

  test('of one day so many refused requests are kept and as many others; all are counted', async () => {
    const id = await registered();
    const some = (count: number, make: (id: string) => NewRequest) =>
      Array.from({ length: count }, () => make(id));
    const half = KEPT_PER_DAY / 2 + 1;
    const sent = [batch(...some(half, refused), ...some(2, request)), batch(...some(half, refused))];
    const totals = await Promise.all(sent.map((one) => log().add(one)));
    const most = { clientId: id, day: DAY, refused: 2 * half, succeeded: 2 };
    expect(totals.flat()).toContainEqual(most);
    const kept = await log().list({ clientId: id, most: 3 * KEPT_PER_DAY });
    expect(kept.filter(({ error }) => error !== undefined)).toHaveLength(KEPT_PER_DAY);
    expect(kept).toHaveLength(KEPT_PER_DAY + 2);
    expect(await log().fullDays(id)).toEqual([most]);
    expect(await log().fullDays(await registered())).toEqual([]);
  });

  test('a removed secret is recognized by its hash, and by that of the same client alone', async () => {
    const [one, two] = [secret(), secret()];
    const [id, other] = [await registered(one, two), await registered(secret(), secret())];
    await open().clients.clients.removeSecret(id, one.id, ACTOR);
    const secretHashes = ['k0.other', one.hash];
    const all = [refused(id, { secretHashes }), refused(id), refused(other, { secretHashes })];
    await log().add(batch(...all));
    const causes = await Promise.all(all.map(async (sent) => (await log().find(sent.id))?.cause));
    expect(causes).toEqual([
      { code: 'removed_secret', hint: one.hint, removedAt: expect.any(Number) as number },
      { code: 'wrong_secret' },
      { code: 'wrong_secret' },
    ]);
  });

  test('an unknown code or token has the history of its authorization', async () => {
    const [id, other] = [await registered(), await registered()];
    const code = { error: 'invalid_grant', cause: { code: 'code_unknown' }, grantId: 'g' } as const;
    const reuse = { error: 'invalid_grant', cause: { code: 'refresh_reused' }, grantId: 'g' } as const;
    const refresh = { ...code, cause: { code: 'refresh_unknown' } } as const;
    const asked = [
      request(id, { ...code, at: NOON + 2 }),
      request(id, { ...refresh, at: NOON + 5 }),
      request(other, { ...code, at: NOON + 9 }),
    ];
    await log().add(
      batch(
        request(id, { endpoint: 'authorization', grantId: 'g', at: NOON }),
        request(id, { grantId: 'g', at: NOON + 3 }),
        request(id, { ...reuse, at: NOON + 4 }),
        ...asked,
      ),
    );
    const histories = await Promise.all(asked.map(async (sent) => (await log().find(sent.id))?.history));
    expect(histories).toEqual([
      { codeIssuedAt: NOON },
      { codeIssuedAt: NOON, codeRedeemedAt: NOON + 3, endedAt: NOON + 4 },
      {},
    ]);
  });
}
