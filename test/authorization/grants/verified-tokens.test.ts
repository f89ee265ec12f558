import {
  createVerifiedTokens,
  type VerifiedToken,
} from '../../../src/authorization/grants/verified-tokens.js';
import { EVERYWHERE } from '../../../src/scopes/granted-resources.js';
import { UNRESTRICTED } from '../../../src/scopes/policy.js';

const verified = (record: string): VerifiedToken => ({
  record,
  granted: { scope: UNRESTRICTED },
  principal: {
    accountId: 1,
    clientId: 'c',
    familyId: 'f',
    expiresAt: 1,
    scope: UNRESTRICTED,
    resources: EVERYWHERE,
  },
});

describe('verified tokens', () => {
  test('are found in the record that they were verified in', () => {
    const tokens = createVerifiedTokens();
    tokens.keep('a', verified('first'));
    expect(tokens.find('a', 'first')).toEqual(verified('first'));
    expect(tokens.find('a', 'second')).toBeUndefined();
    expect(tokens.find('b', 'first')).toBeUndefined();
    tokens.keep('a', verified('second'));
    expect(tokens.find('a', 'second')).toEqual(verified('second'));
    expect(tokens.find('a', 'first')).toBeUndefined();
  });

  test('are bounded: those that are used stay', () => {
    const tokens = createVerifiedTokens(10);
    for (let count = 0; count < 100; count += 1) {
      tokens.keep(`token ${count}`, verified('record'));
      expect(tokens.find('token 0', 'record')).toBeDefined();
    }
    const kept = Array.from({ length: 100 }, (_, at) => tokens.find(`token ${at}`, 'record')).filter(Boolean);
    expect(kept.length).toBeLessThanOrEqual(20);
  });
});
