import { languageTag } from '../../../src/scheduling/profile/rules.js';

describe('a language tag', () => {
  test.each([
    ['en', 'en'],
    ['pt-br', 'pt-BR'],
    ['ES-419', 'es-419'],
    ['zh-Hant-TW', 'zh-Hant-TW'],
    ['gsw', 'gsw'],
    ['iw', 'he'],
    ['en-US-u-ca-gregory', 'en-US'],
  ])('%s is %s', (text, tag) => expect(languageTag(text)).toBe(tag));

  test.each(['', 'xx', 'und', 'english', 'de_DE', 'en-', 'qaa', `en-${'x'.repeat(40)}`])(
    '%j is none',
    (text) => {
      expect(languageTag(text)).toBeUndefined();
    },
  );
});
