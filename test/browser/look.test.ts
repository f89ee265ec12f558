import { startCallback } from '../interop/callback-server.js';
import { useService } from '../support/service.js';
import { checkAppearance } from './appearance.js';
import { type Chromium, launchChromium, type Visit } from './chromium.js';
import { startDemonstration } from './demonstration.js';
import { PAGE_STATES } from './page-states.js';
import type { BrowserFixture } from './browser-fixture.js';

/** Zoom and Google are set up, Microsoft is not. */
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
  fixture = { service, callback, demonstration, user: await service.user('Ada Lovelace') };
  chromium = await launchChromium();
});
/** Every page state has its own client IP, because sign-ins are limited per client IP. */
let clients = 0;
beforeEach(async () => {
  clients += 1;
  visit = await chromium.visit({ extraHTTPHeaders: { 'x-forwarded-for': `198.51.100.${clients}` } });
});
afterEach(() => visit.context.close());
afterAll(async () => {
  await chromium.close();
  await fixture.demonstration.close();
  await fixture.callback.close();
});

describe('accessible and without overflow', () => {
  test.each(PAGE_STATES)('%s, light and dark, on phones and desktops', async (name, open) => {
    const { page, complaints } = visit;
    await open(page, fixture);
    expect(await checkAppearance(page, name)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
