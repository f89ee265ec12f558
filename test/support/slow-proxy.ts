/* A proxy on the loopback interface that loses or delays responses, as a network between a service and its store does. */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';

export interface SlowProxy {
  readonly port: number;
  /** The next answer does not arrive and its connection breaks; the request did arrive. */
  loseNextAnswer(): void;
  /** Answers of the next `milliseconds` arrive together at their end. */
  holdAnswers(milliseconds: number): void;
  stop(): void;
}

export async function startSlowProxy(targetPort: number): Promise<SlowProxy> {
  const sockets = new Set<Socket>();
  let losing = false;
  let heldUntil = 0;
  function onAnswer(client: Socket, target: Socket, bytes: Buffer): void {
    if (losing) {
      losing = false;
      client.destroy();
      target.destroy();
      return;
    }
    const wait = heldUntil - Date.now();
    if (wait > 0) setTimeout(() => client.write(bytes), wait).unref();
    else client.write(bytes);
  }
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => other.destroy());
    }
    client.on('data', (bytes) => target.write(bytes));
    target.on('data', (bytes) => onAnswer(client, target, bytes));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    loseNextAnswer: () => void (losing = true),
    holdAnswers: (milliseconds) => void (heldUntil = Date.now() + milliseconds),
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
