/* Answers connections whose bytes are not a valid HTTP request, and closes them. */
import { STATUS_CODES } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

const STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Node stores the current response of a socket here; nothing may be written into a response that has begun. */
type BusySocket = Duplex & { readonly _httpMessage?: ServerResponse | null };

function answer(error: NodeJS.ErrnoException, socket: BusySocket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent === true) {
    socket.destroy();
    return;
  }
  const status = STATUS[error.code ?? ''] ?? 400;
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

export const answerParserErrors = (server: Server): Server => server.on('clientError', answer);
