/* A local server of calendar files. The ETag of a file changes with its content. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FeedServer {
  /** Returns the address of the file; `name` is its secret part. */
  publish(name: string, file: string): string;
  /** Forces the status of all answers; undefined: none. */
  answerWith(status: number | undefined): void;
  /** `200 /name`, `304 /name`, oldest first. */
  readonly answers: readonly string[];
  close(): Promise<void>;
}

export async function startFeedServer(): Promise<FeedServer> {
  const files = new Map<string, string>();
  const answers: string[] = [];
  let forced: number | undefined;
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const file = files.get(path);
    const etag = `"${createHash('sha256')
      .update(file ?? '')
      .digest('hex')}"`;
    const found = file === undefined ? 404 : 200;
    const status = forced ?? (request.headers['if-none-match'] === etag ? 304 : found);
    answers.push(`${status} ${path}`);
    response.writeHead(status, { 'content-type': 'text/calendar', etag });
    response.end(status === 200 ? file : undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    publish(name, file) {
      files.set(`/${name}`, file);
      return `http://127.0.0.1:${port}/${name}`;
    },
    answerWith(status) {
      forced = status;
    },
    answers,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
