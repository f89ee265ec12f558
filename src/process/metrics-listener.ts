/*
 * The metrics on a port of their own (METRICS_PORT), which is never that of clients: they tell how busy the service is and
 * what fails.
 */
import type { RequestListener } from 'node:http';
import { listen, type Listening, newServer } from './listener.js';
import { ownUrl } from './own-url.js';

export interface MetricsListener {
  readonly url: string;
  close: Listening['close'];
}

const PATH = '/metrics';
/** Version 0.0.4 of the text format of Prometheus. */
const TEXT = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' };
const LATER = { 'retry-after': '1' };

const answering =
  (text: () => Promise<string>): RequestListener =>
  (request, response) => {
    const [path] = (request.url ?? '').split('?', 1);
    if (path !== PATH) response.writeHead(404).end();
    else if (request.method !== 'GET' && request.method !== 'HEAD')
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
    else
      text().then(
        (metrics) => response.writeHead(200, TEXT).end(metrics),
        () => response.writeHead(503, LATER).end(),
      );
  };

export async function openMetricsListener(
  { host, metricsPort: port }: { readonly host: string; readonly metricsPort: number },
  text: () => Promise<string>,
): Promise<MetricsListener> {
  const server = newServer().on('request', answering(text));
  const listening = await listen(server, { host, port, variable: 'METRICS_PORT' });
  return { url: ownUrl(host, listening.port, PATH), close: listening.close };
}
