/*
 * A proxy on the loopback interface that stops at one command: either the store never receives it, or the store
 * has executed it and the response is held. The test decides what happens then; nothing more is forwarded
 * on that connection.
 */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface StopPoint {
  /** What names the command on the wire. */
  readonly marker: RegExp;
  readonly when: 'before' | 'after';
}

export interface HoldingProxy {
  readonly port: number;
  /** Resolves when the next such command is held. */
  stopAt(point: StopPoint): Promise<void>;
  stop(): void;
}

export async function startHoldingProxy(targetPort: number): Promise<HoldingProxy> {
  const sockets = new Set<Socket>();
  let armed: { readonly point: StopPoint; readonly reached: () => void } | undefined;

  function carry(client: Socket): void {
    const target = connect(targetPort, '127.0.0.1');
    let heldBack: (() => void) | undefined;
    let dead = false;
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
    client.on('data', (bytes) => {
      if (armed?.point.marker.test(bytes.toString('latin1')) === true) {
        const { point, reached } = armed;
        armed = undefined;
        if (point.when === 'after') heldBack = reached;
        else {
          dead = true;
          reached();
        }
      }
      if (!dead) target.write(bytes);
    });
    target.on('data', (bytes) => {
      if (heldBack === undefined) client.write(bytes);
      else heldBack();
    });
  }

  const server = createServer(carry).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stopAt: (point) =>
      new Promise((reached) => {
        armed = { point, reached };
      }),
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
