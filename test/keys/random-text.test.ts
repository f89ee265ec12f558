/* The random parts of codes and tokens. */
import { randomText } from '../../src/keys/random-text.js';

test('no random text is given twice, however many are asked for', () => {
  const texts = Array.from({ length: 1000 }, () => randomText(32));
  // Neither as a whole nor in a part: a byte that was given is not given again.
  const parts = texts.flatMap((text) => [text.slice(0, 20), text.slice(20, 40)]);
  expect(new Set(parts).size).toBe(2 * texts.length);
});

test('a random text has as many bytes as were asked for', () => {
  for (const bytes of [12, 16, 32]) expect(Buffer.from(randomText(bytes), 'base64url')).toHaveLength(bytes);
});
