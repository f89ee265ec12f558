import { randomBytes } from 'node:crypto';
import {
  type Binding,
  CHALLENGE_LIFE,
  type Challenges,
  createChallenges,
} from '../../../src/accounts/passkeys/passkey-challenges.js';
import { createKeyRing } from '../../../src/keys/key-ring.js';
import { type Backend, openBackend } from '../../support/backend.js';

const OURS: Binding = { purpose: 'sign-in', browser: 'this browser' };
const START = Date.now();

let backend: Backend;
let now: number;
let challenges: Challenges;

const replica = (...secretKeys: string[]): Challenges =>
  createChallenges({
    artifacts: backend.stores.artifacts,
    keys: createKeyRing(secretKeys),
    clock: () => now,
    random: randomBytes,
  });

beforeAll(async () => {
  backend = await openBackend();
});
afterAll(() => backend.close());
beforeEach(() => {
  now = START;
  challenges = replica('a key that is long enough');
});

describe('a challenge', () => {
  test('can be used once', async () => {
    const challenge = challenges.issue(OURS);
    expect(await challenges.spend(challenge, OURS)).toBe(true);
    expect(await challenges.spend(challenge, OURS)).toBe(false);
  });

  test('can be used once, also by replicas in parallel', async () => {
    const challenge = challenges.issue(OURS);
    const replicas = Array.from({ length: 10 }, () => replica('a key that is long enough'));
    const spent = await Promise.all(replicas.map((one) => one.spend(challenge, OURS)));
    expect(spent.filter(Boolean)).toHaveLength(1);
  });

  test('differs each time', () => {
    const issued = new Set(Array.from({ length: 50 }, () => challenges.issue(OURS)));
    expect(issued.size).toBe(50);
  });

  test('is valid for five minutes', async () => {
    const [first, second] = [challenges.issue(OURS), challenges.issue(OURS)];
    now = START + CHALLENGE_LIFE - 1;
    expect(await challenges.spend(first, OURS)).toBe(true);
    now = START + CHALLENGE_LIFE;
    expect(await challenges.spend(second, OURS)).toBe(false);
    expect(CHALLENGE_LIFE).toBe(300_000);
  });

  test.each<[string, Binding]>([
    ['another browser', { ...OURS, browser: 'another browser' }],
    ['another purpose', { ...OURS, purpose: 'confirmation' }],
    ['no browser', { ...OURS, browser: '' }],
  ])('is invalid for %s, and stays valid for its own binding', async (_, binding) => {
    const challenge = challenges.issue(OURS);
    expect(await challenges.spend(challenge, binding)).toBe(false);
    expect(await challenges.spend(challenge, OURS)).toBe(true);
  });

  test('outlives the newest key, but not the key of its hash', async () => {
    const challenge = challenges.issue(OURS);
    expect(await replica('another key, long enough too').spend(challenge, OURS)).toBe(false);
    const both = replica('another key, long enough too', 'a key that is long enough');
    expect(await both.spend(challenge, OURS)).toBe(true);
    expect(await challenges.spend(challenge, OURS)).toBe(false);
  });

  test('cannot be forged, nor its time changed', async () => {
    const text = Buffer.from(challenges.issue(OURS), 'base64url').toString();
    const [, nonce = '', ...hash] = text.split('.');
    const younger = [(START + 60_000).toString(36), nonce, ...hash].join('.');
    for (const forged of ['', 'AAAA', younger, `${text}x`, 'a.b.c.d', text.slice(1)])
      expect(await challenges.spend(Buffer.from(forged).toString('base64url'), OURS)).toBe(false);
  });
});
