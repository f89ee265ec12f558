import { MAX_ACCESS_TOKENS } from '../../../src/api/principal.js';
import { readScope } from '../../../src/authorization/grants/scope-record.js';
import {
  endOf,
  type Family,
  type Issue,
  redeem,
  rotate,
  withoutAccess,
} from '../../../src/authorization/grants/token-family.js';

const NOW = 1_800_000_000_000;
const GRACE = 60_000;
const DAY = 86_400_000;

const fresh: Family = {
  client: 'c',
  account: 1,
  scope: readScope('PROFILE_READ'),
  born: NOW - 1000,
  ends: NOW + 365 * DAY,
  code: { hash: 'code', until: NOW + 60_000, epoch: 'run', redirectUri: 'https://a.example/cb' },
  access: [],
};
const issue = (attempt: string, n: number): Issue => ({
  attempt,
  access: { hash: `access ${n}`, until: NOW + 1_800_000 },
  refresh: { hash: `refresh ${n}`, until: NOW + 30 * DAY },
});
const arrival = (at: number, never: readonly string[] = []) => ({
  at,
  readUnredeemed: false,
  wasNeverAnswered: (attempt: string) => never.includes(attempt),
});

function redeemed(): Family {
  const verdict = redeem(fresh, issue('first', 0), arrival(NOW), NOW);
  if (verdict.kind !== 'issue') throw new Error(verdict.kind);
  return verdict.family;
}

describe('redeeming a code', () => {
  test('adds the first refresh token and one access token to the family', () => {
    expect(redeemed()).toMatchObject({
      code: { redeemedBy: 'first', redeemedAt: NOW },
      refresh: { hash: 'refresh 0', generation: 0 },
      access: [{ hash: 'access 0' }],
    });
  });

  test('twice by one attempt is done, not a replay', () => {
    expect(redeem(redeemed(), issue('first', 0), arrival(NOW + 5000), NOW + 5000).kind).toBe('done');
  });

  test('by a request that was already under way is lost', () => {
    expect(redeem(redeemed(), issue('second', 1), arrival(NOW - 1), NOW + 5).kind).toBe('lost');
    const early = { ...arrival(NOW + 9000), readUnredeemed: true };
    expect(redeem(redeemed(), issue('second', 1), early, NOW + 9000).kind).toBe('lost');
  });

  test('by a request of the two seconds after is lost', () => {
    for (const later of [0, 1, 2000])
      expect(redeem(redeemed(), issue('second', 1), arrival(NOW + later), NOW + 5000).kind).toBe('lost');
  });

  test('by a later request is a replay', () => {
    expect(redeem(redeemed(), issue('second', 1), arrival(NOW + 2001), NOW + 2001).kind).toBe('replayed');
  });

  test('again after the winner got 503 issues new tokens and replaces the undelivered ones', () => {
    const verdict = redeem(redeemed(), issue('second', 1), arrival(NOW + 900, ['first']), NOW + 900);
    expect(verdict).toMatchObject({
      kind: 'issue',
      family: { refresh: { hash: 'refresh 1', generation: 0 }, access: [{ hash: 'access 1' }] },
    });
    if (verdict.kind === 'issue') expect(verdict.family.access).toHaveLength(1);
  });
});

describe('rotating a refresh token', () => {
  const presented = (hash: string, generation: number) => ({
    hashes: [hash],
    generation,
    clientIp: '192.0.2.1',
    publicClient: false,
  });
  const rotated = (family: Family, n: number, at: number): Family => {
    const verdict = rotate(
      family,
      presented(`refresh ${n - 1}`, n - 1),
      { ...issue(`attempt ${n}`, n), sealedResponse: `sealed ${n}` },
      GRACE,
      at,
    );
    if (verdict.kind !== 'issue') throw new Error(verdict.kind);
    return verdict.family;
  };
  const again = (family: Family, hash: string, generation: number, at: number) =>
    rotate(
      family,
      presented(hash, generation),
      { ...issue('again', 99), sealedResponse: 'other' },
      GRACE,
      at,
    );

  test('marks the presented one as spent and its successor as newest', () => {
    expect(rotated(redeemed(), 1, NOW)).toMatchObject({
      refresh: { hash: 'refresh 1', generation: 1 },
      spent: { hash: 'refresh 0', at: NOW, clientIp: '192.0.2.1', sealedResponse: 'sealed 1' },
    });
  });

  test('keeps the earlier access token valid', () => {
    expect(rotated(redeemed(), 1, NOW).access.map(({ hash }) => hash)).toEqual(['access 1', 'access 0']);
  });

  test('repeated up to the end of the grace window gets the first response', () => {
    const family = rotated(redeemed(), 1, NOW);
    const repeat = { kind: 'repeat', sealedResponse: 'sealed 1', granted: readScope('PROFILE_READ') };
    expect(again(family, 'refresh 0', 0, NOW)).toEqual(repeat);
    expect(again(family, 'refresh 0', 0, NOW + GRACE)).toEqual(repeat);
  });

  test('repeated from another IP address is recorded for public clients, once for each of the first eight', () => {
    let family = rotated(redeemed(), 1, NOW);
    const from = (clientIp: string, publicClient = true) => {
      const repeated = { ...presented('refresh 0', 0), clientIp, publicClient };
      const verdict = rotate(
        family,
        repeated,
        { ...issue('again', 99), sealedResponse: 'x' },
        GRACE,
        NOW + 9,
      );
      if (verdict.kind !== 'repeat') throw new Error(verdict.kind);
      expect(verdict.sealedResponse).toBe('sealed 1');
      family = verdict.family ?? family;
      return verdict.elsewhere?.clientIp;
    };
    expect(from('192.0.2.1')).toBeUndefined();
    expect(from('198.51.100.1', false)).toBeUndefined();
    for (let other = 1; other <= 8; other += 1) {
      expect(from(`198.51.100.${other}`)).toBe('192.0.2.1');
      expect(from(`198.51.100.${other}`)).toBeUndefined();
    }
    expect(from('198.51.100.9')).toBeUndefined();
    expect(family).toMatchObject({ refresh: { hash: 'refresh 1' }, access: [{}, {}] });
  });

  test('repeated after the window is reuse, with the facts of the first use', () => {
    const verdict = again(rotated(redeemed(), 1, NOW), 'refresh 0', 0, NOW + GRACE + 1);
    expect(verdict).toMatchObject({ kind: 'reused', firstUse: { at: NOW, clientIp: '192.0.2.1' } });
  });

  test('of a grandparent is reuse even inside the window', () => {
    const family = rotated(rotated(redeemed(), 1, NOW), 2, NOW + 10);
    expect(again(family, 'refresh 0', 0, NOW + 20).kind).toBe('reused');
    expect(again(family, 'refresh 1', 1, NOW + 20).kind).toBe('repeat');
  });

  test('of a generation that the store lost in a failover continues from there', () => {
    const verdict = again(rotated(redeemed(), 1, NOW), 'refresh 3', 3, NOW + 20);
    expect(verdict).toMatchObject({
      kind: 'issue',
      family: { refresh: { generation: 4 }, spent: { hash: 'refresh 3' } },
    });
  });

  test('never makes the record grow beyond its limit', () => {
    let family = redeemed();
    for (let n = 1; n <= 50; n += 1) family = rotated(family, n, NOW + n);
    expect(family.access).toHaveLength(MAX_ACCESS_TOKENS);
    expect(JSON.stringify(family).length).toBeLessThan(2000);
  });

  test('drops access tokens that have expired', () => {
    expect(rotated(redeemed(), 1, NOW + 1_800_000).access.map(({ hash }) => hash)).toEqual(['access 1']);
  });
});

describe('the end of a family', () => {
  test('is ten minutes before the code is issued, then the end of the code, then of the refresh token', () => {
    const { code: _, ...pending } = fresh;
    expect(endOf(pending)).toBe(fresh.born + 600_000);
    expect(endOf(fresh)).toBe(NOW + 60_000);
    expect(endOf(redeemed())).toBe(NOW + 30 * DAY);
  });

  test('is never after its absolute limit', () => {
    expect(endOf({ ...redeemed(), ends: NOW + DAY })).toBe(NOW + DAY);
  });
});

test('one access token can end without the others', () => {
  const family = {
    ...redeemed(),
    access: [
      { hash: 'a', until: 1 },
      { hash: 'b', until: 1 },
    ],
  };
  expect(withoutAccess(family, ['a', 'older key a']).access.map(({ hash }) => hash)).toEqual(['b']);
});
