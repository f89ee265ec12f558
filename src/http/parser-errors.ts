/* Bytes that are no HTTP request never reach the application; they are answered here, in HTTP, and closed. */
import { STATUS_CODES } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

const STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Node keeps the answer that a socket is busy with here; half an answer must not be followed by another. */
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
