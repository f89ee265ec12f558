/*
 * A single-page application of somebody else on an origin of its own, made with oidc-client-ts: a static page, the
 * library as it is published, and a few lines that its documentation shows.
 */
import { readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';

const LIBRARY = resolve('node_modules/oidc-client-ts/dist/browser/oidc-client-ts.min.js');

export interface OtherSite {
  readonly origin: string;
  readonly redirectUri: string;
  close(): Promise<void>;
}

export interface SiteSettings {
  readonly authority: string;
  readonly client_id: string;
  readonly scope: string;
}

const page = (settings: object): string => `<!doctype html>
<html lang="en">
  <title>Somebody else’s calendar</title>
  <link rel="icon" href="data:," />
  <script src="/oidc-client-ts.min.js"></script>
  <script>
    const manager = new oidc.UserManager(${JSON.stringify(settings)});
  </script>
  <h1>Somebody else’s calendar</h1>
</html>`;

/** `register` is told the redirect URI and gives what the application is configured with: nothing but these three. */
export async function startOtherSite(
  register: (redirectUri: string) => Promise<SiteSettings>,
): Promise<OtherSite> {
  const library = await readFile(LIBRARY);
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const redirectUri = `${origin}/callback`;
  const html = page({
    ...(await register(redirectUri)),
    redirect_uri: redirectUri,
    automaticSilentRenew: false,
  });
  server.on('request', (request, response) => {
    const isLibrary = request.url === '/oidc-client-ts.min.js';
    response.setHeader('content-type', isLibrary ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(isLibrary ? library : html);
  });
  return {
    origin,
    redirectUri,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
