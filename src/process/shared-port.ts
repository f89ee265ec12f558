/*
 * Several handles on one port. Node.js accepts one connection for each handle and tick of the event loop, so a busy process
 * with one handle accepts connections more slowly than it answers requests. Linux spreads connections over handles that
 * share a port (SO_REUSEPORT); Node.js offers that from 22.12 on.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

const FROM = [22, 12] as const;

export function canSharePort(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return process.platform === 'linux' && (major > FROM[0] || (major === FROM[0] && minor >= FROM[1]));
}

/** Throws where the port is in use: a handle that shares it would take connections of that process without an error. */
export async function freePortAt(host: string, port: number): Promise<number> {
  const probe = createServer().listen(port, host);
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : port;
}

/** More handles whose connections are those of `server`, which listens at the same address. */
export async function addHandles(
  server: Server,
  { host, port, count }: { readonly host: string; readonly port: number; readonly count: number },
): Promise<readonly Server[]> {
  const handles = Array.from({ length: count }, () =>
    // As http.Server opens its own.
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)),
  );
  await Promise.all(
    handles.map((handle) => once(handle.listen({ host, port, reusePort: true }), 'listening')),
  );
  return handles;
}
