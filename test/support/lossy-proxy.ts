/*
 * A proxy on the loopback interface that forwards a request to the store and then loses the response: the connection
 * breaks, the request was applied. The request is found by its bytes.
 */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface LossyProxy {
  readonly port: number;
  /** The answers to the next `times` requests that contain `word` do not arrive. */
  lose(marker: string, times: number): void;
  /** How many of them are still to come. */
  readonly pending: number;
  stop(): void;
}

export async function startLossyProxy(targetPort: number): Promise<LossyProxy> {
  const sockets = new Set<Socket>();
  let loss = { word: '', times: 0 };

  function carry(client: Socket): void {
    const target = connect(targetPort, '127.0.0.1');
    let doomed = false;
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
    client.on('data', (bytes) => {
      if (loss.times > 0 && bytes.includes(loss.word)) {
        loss = { ...loss, times: loss.times - 1 };
        doomed = true;
      }
      target.write(bytes);
    });
    target.on('data', (bytes) => {
      if (doomed) client.destroy();
      else client.write(bytes);
    });
  }

  const server = createServer(carry).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    lose: (marker, times) => void (loss = { word: marker, times }),
    get pending() {
      return loss.times;
    },
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
