/* A third-party single-page application on its own origin: a static page with oidc-client-ts as its documentation shows. */
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
  <title>Third-party calendar</title>
  <link rel="icon" href="data:," />
  <script src="/oidc-client-ts.min.js"></script>
  <script>
    const manager = new oidc.UserManager(${JSON.stringify(settings)});
  </script>
  <h1>Third-party calendar</h1>
</html>`;

/** `register` gets the redirect URI and returns the whole configuration of the application. */
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
