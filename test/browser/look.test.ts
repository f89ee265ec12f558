import { startCallback } from '../interop/callback-server.js';
import { useService } from '../support/service.js';
import { lookAt } from './appearance.js';
import { type Chromium, launchChromium, type Visit } from './chromium.js';
import { startDemonstration } from './demonstration.js';
import { PAGE_STATES } from './page-states.js';
import type { BrowserFixture } from './browser-fixture.js';

/** Zoom and Google can be connected here, Microsoft cannot. */
const PROVIDERS = {
  ZOOM_CLIENT_ID: 'zoom',
  ZOOM_CLIENT_SECRET: 'secret',
  GOOGLE_CLIENT_ID: 'google',
  GOOGLE_CLIENT_SECRET: 'secret',
};

const service = useService({ env: { TRUSTED_PROXIES: '127.0.0.0/8', ...PROVIDERS } });
let fixture: BrowserFixture;
let chromium: Chromium;
let visit: Visit;
beforeAll(async () => {
  const [callback, demonstration] = await Promise.all([startCallback(), startDemonstration()]);
  fixture = { service, callback, demonstration, person: await service.person('Ada Lovelace') };
  chromium = await launchChromium();
});
/** Every scene comes from a network of its own: sign-ins from one are counted, and there are many scenes. */
let networks = 0;
beforeEach(async () => {
  networks += 1;
  visit = await chromium.visit({ extraHTTPHeaders: { 'x-forwarded-for': `198.51.100.${networks}` } });
});
afterEach(() => visit.context.close());
afterAll(async () => {
  await chromium.close();
  await fixture.demonstration.close();
  await fixture.callback.close();
});

describe('a person can look at', () => {
  test.each(PAGE_STATES)('%s, light and dark, on a phone and on a desk', async (name, play) => {
    const { page, complaints } = visit;
    await play(page, fixture);
    expect(await lookAt(page, name)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
