import { readScope } from '../../../src/authorization/grants/scope-record.js';
import { UNRESTRICTED } from '../../../src/scopes/policy.js';
import fc from 'fast-check';
import { openResponse, sealResponse } from '../../../src/authorization/token/sealed-response.js';
import {
  familyIdOf,
  mint,
  mintRefresh,
  newFamilyId,
  parseRefresh,
} from '../../../src/authorization/grants/tokens.js';
import { createKeyRing } from '../../../src/keys/key-ring.js';

const keys = createKeyRing(['the newest of two secret keys, 32+', 'the one before it, also 32+ chars.']);
const before = createKeyRing(['the one before it, also 32+ chars.']);
const foreignKeys = createKeyRing(['a key that was never in this ring.']);

describe('codes and access tokens', () => {
  test('contain the id of their family and 256 random bits', () => {
    const family = newFamilyId();
    const token = mint('access', family);
    expect(token).toMatch(/^sat_[\w-]{65}$/);
    expect(familyIdOf('access', token)).toBe(family);
    expect(mint('access', family)).not.toBe(token);
  });

  test('of one kind are not accepted as another', () => {
    const code = mint('code', newFamilyId());
    expect(familyIdOf('access', code)).toBeUndefined();
    expect(familyIdOf('refresh', code)).toBeUndefined();
  });

  test('with extra text before, behind or inside are not tokens', () => {
    const token = mint('access', newFamilyId());
    for (const wrong of [
      ` ${token}`,
      `${token} `,
      `${token}\n`,
      `${token}\0`,
      token.slice(0, -1),
      token.replace('_', '-'),
    ]) {
      expect(familyIdOf('access', wrong)).toBeUndefined();
    }
  });

  test('any other text is no token', () => {
    fc.assert(fc.property(fc.string(), (text) => familyIdOf('access', text) === undefined));
  });
});

describe('refresh tokens', () => {
  test('contain their family and generation', () => {
    const family = newFamilyId();
    expect(parseRefresh(keys, mintRefresh(keys, family, 70_000))).toEqual({
      familyId: family,
      generation: 70_000,
    });
  });

  test('minted under a key of the ring are accepted', () => {
    expect(parseRefresh(keys, mintRefresh(before, newFamilyId(), 0))).toBeDefined();
  });

  test('invented for a known family are refused', () => {
    expect(parseRefresh(keys, mintRefresh(foreignKeys, newFamilyId(), 0))).toBeUndefined();
  });

  test('changed in any one character are refused', () => {
    const token = mintRefresh(keys, newFamilyId(), 3);
    for (let at = 4; at < token.length; at += 1) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      expect(parseRefresh(keys, changed)).toBeUndefined();
    }
  });
});

describe('the sealed response of a repeated refresh', () => {
  const family = newFamilyId();
  const [presented, another] = [mintRefresh(keys, family, 6), mintRefresh(keys, family, 6)];
  const tokens = {
    accessToken: mint('access', family),
    refreshToken: mintRefresh(keys, family, 7),
    expiresIn: 1800,
    scope: readScope('PROFILE_READ BOOKING_READ'),
  };

  test('is opened unchanged with the presented token', () => {
    expect(openResponse(presented, sealResponse(presented, tokens))).toEqual(tokens);
    const unrestricted = { ...tokens, scope: UNRESTRICTED };
    expect(openResponse(presented, sealResponse(presented, unrestricted))).toEqual(unrestricted);
  });

  test('is not opened with any other token', () => {
    const sealed = sealResponse(presented, tokens);
    expect(() => openResponse(another, sealed)).toThrow();
    expect(sealed).not.toContain(tokens.accessToken.slice(-43));
  });
});
