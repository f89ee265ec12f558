import { doneText, faultSentences, idOf, linesOf } from '../../src/web/request-values.js';

test.each([
  ['1', 1],
  ['2147483647', 2_147_483_647],
  ['2147483648', 0],
  ['0', 0],
  ['01', 0],
  ['-1', 0],
  ['1.5', 0],
  ['', 0],
])('the id of %j is %i', (text, id) => {
  expect(idOf(text)).toBe(id);
});

test('lines are trimmed, and empty ones are ignored', () => {
  expect(linesOf(' one\r\n\r\ntwo\rthree \n')).toEqual(['one', 'two', 'three']);
});

test('the outcome of a form is one of the known texts, otherwise what the browser has kept', () => {
  const outcome = (done: string) =>
    doneText({ query: () => done, session: { takeMessage: () => 'Kept.' } }, { saved: 'Saved.' });
  expect(['saved', 'other', 'constructor', ''].map(outcome)).toEqual(['Saved.', ...Array(3).fill('Kept.')]);
});

test('faults become sentences by property, with the subject of its last part', () => {
  const faults = [
    { property: 'conditions.0.value', message: 'must be a number' },
    { property: 'conditions.0.value', message: 'must not be empty' },
    { property: 'other', message: 'is unknown' },
  ];
  expect(faultSentences(faults, { value: 'The value' })).toEqual({
    'conditions.0.value': ['The value must be a number.', 'The value must not be empty.'],
    other: ['This is unknown.'],
  });
});
