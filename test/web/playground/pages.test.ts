import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { parse } from 'node-html-parser';
import { readConfig } from '../../../src/config/config.js';
import { createLog } from '../../../src/ops/log.js';
import { type RunningService, serve } from '../../../src/process/serve.js';
import { openFixture, type Fixture } from '../../support/backend.js';
import { freePort } from '../../support/child-server.js';

const running: { service: RunningService; fixture: Fixture }[] = [];
afterEach(async () => {
  for (const { service, fixture } of running.splice(0)) {
    await service.close();
    await fixture.end();
  }
});

async function start(
  env: Readonly<Record<string, string>>,
): Promise<{ service: RunningService; output: string }> {
  const fixture = await openFixture();
  let output = '';
  const config = readConfig({ NODE_ENV: 'test', PORT: '0', ...fixture.env, ...env });
  const options = { log: createLog('silent'), print: (text: string) => void (output += text) };
  const service = await serve(config, options);
  running.push({ service, fixture });
  return { service, output };
}

describe('the playground', () => {
  test('contains only the issuer, the API and its client registration', async () => {
    const { service, output } = await start({});
    const { issuerUrl, appUrl, baseUrl } = service.config;
    expect(output).toContain(`${appUrl}/playground`);
    const page = await fetch(`${appUrl}/playground`);
    const root = parse(await page.text()).querySelector('[data-playground]');
    expect(root?.attributes).toEqual({
      class: 'playground',
      'data-playground': expect.anything() as unknown,
      'data-issuer': issuerUrl,
      'data-api': baseUrl,
      'data-client-id': expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
      'data-redirect-uri': `${appUrl}/playground/callback`,
    });
    expect(output).toContain(root?.getAttribute('data-client-id'));
  });

  test.each(['/playground', '/playground/callback'])(
    '%s may run its own script and connect only to the service',
    async (path) => {
      const { service } = await start({ BASE_URL: 'http://127.0.0.1:0', APP_URL: 'http://localhost:0' });
      const { appUrl, baseUrl } = service.config;
      const page = await fetch(appUrl + path);
      const policy = page.headers.get('content-security-policy')?.split('; ') ?? [];
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain(`connect-src 'self' ${appUrl} ${baseUrl}`);
      expect(policy.join()).not.toMatch(/unsafe|\*/);
      expect(parse(await page.text()).querySelectorAll('script:not([src])')).toEqual([]);
    },
  );

  test('offers every scope and preselects three', async () => {
    const { service } = await start({});
    const page = parse(await (await fetch(`${service.config.appUrl}/playground`)).text());
    const boxes = page.querySelectorAll('input[name=scope]');
    expect(boxes).toHaveLength(46);
    const ticked = boxes.filter((box) => box.hasAttribute('checked')).map((box) => box.getAttribute('value'));
    expect(ticked.sort()).toEqual(['BOOKING_READ', 'BOOKING_WRITE', 'PROFILE_READ']);
  });

  test('is not found without the demonstration data', async () => {
    const { service } = await start({ DEMO: 'false' });
    expect((await fetch(`${service.config.appUrl}/playground`)).status).toBe(404);
  });

  test('is not found in production', async () => {
    const port = await freePort();
    const host = 'slotkey.example';
    await start({
      NODE_ENV: 'production',
      PORT: String(port),
      BASE_URL: `https://${host}`,
      SECRET_KEYS: 'cHJvZHVjdGlvbi1rZXktZm9yLXRoZS10ZXN0cy1vbmx5LTEyMw',
    });
    const statusOf = async (path: string): Promise<number | undefined> => {
      const request = get({ host: '127.0.0.1', port, path, headers: { host } });
      const [answer] = (await once(request, 'response')) as [IncomingMessage];
      answer.resume();
      return answer.statusCode;
    };
    expect(await statusOf('/sign-in')).toBe(200);
    expect(await statusOf('/playground')).toBe(404);
  });
});
