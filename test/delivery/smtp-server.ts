/*
 * A mail server for tests: enough of RFC 5321 to take a mail or to refuse it, on a port of the loopback interface.
 * What it says to each mail is up to the test.
 */
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { until } from '../support/until.js';

export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers by lower-case name, unfolded. */
  readonly headers: ReadonlyMap<string, string>;
  /** Everything, as it was sent. */
  readonly raw: string;
}

/** `stall`: says nothing more, and keeps the connection. `hesitate`: asks for the mail only at `goOn`, and takes it. */
export type Answer = 'take' | 'refuse' | 'stall' | 'hesitate';

export interface SmtpServer {
  /** For SMTP_URL. */
  readonly url: string;
  readonly taken: readonly TakenMail[];
  /** How many mails were brought, taken or not. */
  readonly brought: () => number;
  answerWith(answer: Answer): void;
  /** Asks those for their mail that were kept waiting. */
  goOn(): void;
  /** How many wait for that. */
  readonly waiting: () => number;
  /** How many connections are open. */
  readonly connections: () => number;
  /** Waits until so many mails were taken. */
  has(count: number): Promise<readonly TakenMail[]>;
  close(): Promise<void>;
}

const END_OF_DATA = '\r\n.\r\n';

function headersOf(raw: string): ReadonlyMap<string, string> {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  return new Map(
    head.split('\r\n').map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

const addressIn = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? '';

interface Talk {
  readonly onMail: (mail: TakenMail) => Answer;
  /** Calls back when the mail may be asked for. */
  readonly onData: (ask: () => void) => void;
}

function talk(socket: Socket, { onMail, onData }: Talk): void {
  let [buffer, from, inData] = ['', '', false];
  let to: string[] = [];
  const say = (line: string): boolean => socket.write(`${line}\r\n`);
  const command = (line: string): void => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'MAIL') from = addressIn(line);
    if (verb === 'RCPT') to.push(addressIn(line));
    if (verb === 'DATA') inData = true;
    if (verb === 'QUIT') socket.end('221 bye\r\n');
    else if (verb === 'DATA') onData(() => void say('354 go on'));
    else say('250 ok');
  };
  const mail = (raw: string): void => {
    const answer = onMail({ from, to, headers: headersOf(raw), raw });
    [from, to, inData] = ['', [], false];
    if (answer !== 'stall') say(answer === 'refuse' ? '451 try again later' : '250 taken');
  };
  const step = (): boolean => {
    const end = buffer.indexOf(inData ? END_OF_DATA : '\r\n');
    if (end === -1) return false;
    const part = buffer.slice(0, end);
    buffer = buffer.slice(end + (inData ? END_OF_DATA.length : 2));
    if (inData) mail(part);
    else command(part);
    return true;
  };
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    buffer += chunk.toString('utf8');
    while (step());
  });
  say('220 mail.example ready');
}

export async function startSmtp(): Promise<SmtpServer> {
  const taken: TakenMail[] = [];
  let answer: Answer = 'take';
  let brought = 0;
  const sockets = new Set<Socket>();
  const held: (() => void)[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    talk(socket, {
      onMail(mail) {
        brought += 1;
        if (answer === 'take' || answer === 'hesitate') taken.push(mail);
        return answer;
      },
      onData(ask) {
        if (answer === 'hesitate') held.push(ask);
        else ask();
      },
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    brought: () => brought,
    answerWith(next) {
      answer = next;
    },
    goOn() {
      for (const ask of held.splice(0)) ask();
    },
    waiting: () => held.length,
    connections: () => sockets.size,
    async has(count) {
      await until(async () => taken.length >= count);
      return taken;
    },
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
