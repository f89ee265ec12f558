import { publicEventTypeUrl, publicPath } from '../../../src/scheduling/event-types/public-url.js';

const APP = 'https://app.example';

test.each([
  [{ username: 'ada' }, 'https://app.example/ada/intro'],
  [{ teamSlug: 'sales' }, 'https://app.example/team/sales/intro'],
  [{ teamSlug: 'sales', organizationSlug: 'harbour' }, 'https://app.example/org/harbour/team/sales/intro'],
])('the event type of %j is at %s', (owner, url) => {
  expect(publicEventTypeUrl(APP, owner, 'intro')).toBe(url);
});

test('a name is one segment of a path', () => {
  expect(publicPath({ username: 'a/b?' })).toBe('/a%2Fb%3F');
});
