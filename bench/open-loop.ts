/*
 * Requests that come at a rate, whether the last ones are answered or not, as from many clients that know nothing of each
 * other. It speaks just enough HTTP over sockets that are kept open: a client library would cost more than the target.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface Answer {
  readonly status: number;
  readonly body: string;
  /** Milliseconds. */
  readonly elapsed: number;
}

/** `send` passes one whole request; resolves to its answer. */
export interface Connections {
  send(request: string): Promise<Answer>;
  close(): void;
}

const TICK_MS = 5;

/** The whole answer, or undefined as long as a part of it is missing. */
function parse(text: string): Omit<Answer, 'elapsed'> | undefined {
  const end = text.indexOf('\r\n\r\n');
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1]);
  if (end === -1 || text.length < end + 4 + length) return undefined;
  return { status: Number(text.slice(9, 12)), body: text.slice(end + 4) };
}

/** As many connections as there are requests under way. */
export function openConnections(port: number): Connections {
  const [all, idle]: [Socket[], Socket[]] = [[], []];

  function open(): Socket {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true }).setEncoding('latin1');
    all.push(socket);
    return socket;
  }

  const send = (request: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const socket = idle.pop() ?? open();
      const start = performance.now();
      let text = '';
      const onData = (chunk: string): void => {
        text += chunk;
        const answer = parse(text);
        if (answer === undefined) return;
        socket.removeAllListeners('data').removeAllListeners('error');
        idle.push(socket);
        resolve({ ...answer, elapsed: performance.now() - start });
      };
      socket.on('data', onData).once('error', reject).write(request);
    });

  return { send, close: () => all.forEach((socket) => socket.destroy()) };
}

/** Calls `arrive` at the rate for a time; resolves when all that it returned is settled. */
export async function atRate(
  perSecond: number,
  seconds: number,
  arrive: () => Promise<unknown>,
): Promise<void> {
  const open = new Set<Promise<unknown>>();
  const start = performance.now();
  for (let sent = 0, elapsed = 0; elapsed < seconds; elapsed = (performance.now() - start) / 1000) {
    for (; sent < elapsed * perSecond; sent += 1) {
      const one = arrive();
      open.add(one);
      void one.finally(() => open.delete(one));
    }
    await wait(TICK_MS);
  }
  await Promise.all(open);
}
