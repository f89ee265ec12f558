/* Code that may be in one source file only, so that nothing else depends on it. */
import { readdirSync, readFileSync } from 'node:fs';

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path: `src/${path}`, text: readFileSync(`src/${path}`, 'utf8') }));

const filesWith = (pattern: RegExp): readonly string[] =>
  files.filter(({ text }) => pattern.test(text.replaceAll(/\/\*[^]*?\*\//g, ''))).map(({ path }) => path);

test('the ambient context of oidc-provider is read in provider-call.ts alone', () => {
  expect(filesWith(/\bProvider\.ctx\b/)).toEqual(['src/authorization/provider/provider-call.ts']);
});

test('the text of an unrestricted scope is in scope-record.ts alone', () => {
  expect(filesWith(/(?:=|===|!==|return|\?|:) '\*'(?! *,| *\})|\['\*'\]/)).toEqual([
    'src/authorization/grants/scope-record.ts',
  ]);
});
