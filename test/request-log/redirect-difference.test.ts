import { redirectDifference } from '../../src/request-log/redirect-difference.js';

const RIGHT = 'https://app.example/cb';
const PORT = 'http://localhost:3000/cb';

test.each([
  ['https://app.example/cb/', [RIGHT], RIGHT, ['the slash at its end']],
  ['https://app.example/CB', [RIGHT], RIGHT, ['capital and small letters']],
  ['http://app.example/cb', [RIGHT], RIGHT, ['its scheme']],
  ['http://localhost:4000/cb', [RIGHT, PORT], PORT, ['its port']],
  ['https://www.app.example/cb', [PORT, RIGHT], RIGHT, ['its host']],
  ['https://app.example/callback', [RIGHT, PORT], RIGHT, ['its path']],
  ['https://app.example/cb?x=1', [RIGHT], RIGHT, ['its query']],
  ['https://app.example/cb#x', [RIGHT], RIGHT, ['its fragment']],
  ['http://app.example/cb/', [RIGHT], RIGHT, ['its scheme', 'the slash at its end']],
  ['https://app.example/%63b', [RIGHT], RIGHT, ['its path']],
  ['https://app.example:443/cb', [RIGHT], RIGHT, ['its spelling']],
  ['not a uri', [RIGHT], RIGHT, ['its spelling']],
])('%s is compared with the closest one', (sent, right, closest, differsIn) => {
  expect(redirectDifference(sent, right)).toEqual({ sent, closest, differsIn });
});

test('without any right one there is no closest one', () => {
  expect(redirectDifference(RIGHT, [])).toEqual({ sent: RIGHT, differsIn: [] });
});
