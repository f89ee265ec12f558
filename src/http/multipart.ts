/*
 * Reads multipart/form-data (RFC 7578) as browsers send it: fields completely, files up to a limit. koa-body is not used:
 * it writes files to disk, and after a file over its limit the fields are lost, which the page has to show again. What no
 * browser sends is refused. Fields are decoded in forms.ts.
 */
import { bodyTooLarge } from '../errors.js';
import { malformed, strictText } from './forms.js';

export interface Part {
  readonly name: string;
  /** Present for a file; empty when none was chosen. Says nothing about the type of the file. */
  readonly filename?: string;
  readonly bytes: Buffer;
  /** It was longer; the rest was discarded. */
  readonly cut: boolean;
}

export interface PartLimits {
  readonly parts: number;
  /** Bytes of all fields together. */
  readonly fields: number;
  /** Bytes that are read of each file. */
  readonly file: number;
  /** Bytes of the whole body. */
  readonly body: number;
}

const MAX_HEADER_BYTES = 2048;
const CRLF = Buffer.from('\r\n');
const END_OF_HEADERS = Buffer.from('\r\n\r\n');
/** RFC 2046 section 5.1.1. A second parameter is none that browsers send. */
const BOUNDARY = /^multipart\/form-data\s*;\s*boundary=(?:"([\w'()+,\-./:=? ]{1,70})"|([\w'+\-.]{1,70}))$/i;
/** RFC 7578 section 4.2. */
const DISPOSITION = /^form-data; name="([^"]*)"(?:; filename="((?:[^"\\]|\\.)*)")?$/i;

/** Throws 400. */
export function boundaryOf(contentType: string): string {
  const [, quoted, token] = BOUNDARY.exec(contentType.trim()) ?? [];
  const boundary = quoted ?? token;
  if (boundary === undefined) throw malformed('its boundary is missing');
  return boundary;
}

interface Reader {
  /** At most `limit` bytes before the mark; continues after the mark. */
  until(mark: Buffer, limit: number): Promise<Pick<Part, 'bytes' | 'cut'>>;
  /** Exactly `count` bytes. */
  next(count: number): Promise<Buffer>;
}

function createReader(chunks: AsyncIterator<Buffer>, maxBytes: number): Reader {
  // A boundary begins with the end of a line; the first one has no line before it.
  let buffer = CRLF;
  let received = 0;
  async function more(): Promise<void> {
    const chunk = await chunks.next();
    if (chunk.done) throw malformed('it ends too early');
    received += chunk.value.length;
    if (received > maxBytes) throw bodyTooLarge(maxBytes);
    buffer = Buffer.concat([buffer, chunk.value]);
  }
  const take = (end: number): Buffer => {
    const bytes = buffer.subarray(0, end);
    buffer = buffer.subarray(end);
    return bytes;
  };
  return {
    async until(mark, limit) {
      const chunksRead: Buffer[] = [];
      let remaining = limit;
      let cut = false;
      for (;;) {
        const at = buffer.indexOf(mark);
        const bytes = take(at === -1 ? Math.max(0, buffer.length - mark.length + 1) : at);
        chunksRead.push(Buffer.from(bytes.subarray(0, remaining)));
        cut ||= bytes.length > remaining;
        remaining = Math.max(0, remaining - bytes.length);
        if (at !== -1) break;
        await more();
      }
      take(mark.length);
      return { bytes: Buffer.concat(chunksRead), cut };
    },
    async next(count) {
      while (buffer.length < count) await more();
      return take(count);
    },
  };
}

type Named = Pick<Part, 'name' | 'filename'>;

function headerOf(line: string): readonly [string, string] {
  const [, name = '', value = ''] = /^([\w-]+):\s*(.*)$/s.exec(line) ?? [];
  return [name.toLowerCase(), value.trim()];
}

function namedBy(bytes: Buffer): Named {
  const headers = strictText(bytes).split('\r\n').map(headerOf);
  if (new Set(headers.map(([name]) => name)).size < headers.length) throw malformed('a header is repeated');
  const values = new Map(headers);
  if (values.has('content-transfer-encoding')) throw malformed('a part is encoded');
  const [match, name = '', filename] = DISPOSITION.exec(values.get('content-disposition') ?? '') ?? [];
  if (match === undefined) throw malformed('a part has no name');
  return filename === undefined ? { name } : { name, filename };
}

async function readNames(reader: Reader): Promise<Named> {
  const { bytes, cut } = await reader.until(END_OF_HEADERS, MAX_HEADER_BYTES);
  if (cut) throw malformed('the headers of a part are too long');
  return namedBy(bytes);
}

/** False at the last boundary. */
async function hasAnother(reader: Reader): Promise<boolean> {
  const end = (await reader.next(2)).toString('latin1');
  if (end !== '\r\n' && end !== '--') throw malformed('a boundary is broken');
  return end === '\r\n';
}

async function readAll(reader: Reader, boundary: string, limits: PartLimits): Promise<readonly Part[]> {
  const mark = Buffer.from(`\r\n--${boundary}`, 'latin1');
  const parts: Part[] = [];
  let remaining = limits.fields;
  if ((await reader.until(mark, 0)).cut) throw malformed('there is text before its first part');
  while (await hasAnother(reader)) {
    if (parts.length === limits.parts) throw malformed('it has too many fields');
    const named = await readNames(reader);
    const isFile = named.filename !== undefined;
    const read = await reader.until(mark, isFile ? limits.file : remaining);
    if (read.cut && !isFile) throw bodyTooLarge(limits.fields);
    if (!isFile) remaining -= read.bytes.length;
    parts.push({ ...named, ...read });
  }
  return parts;
}

/** Throws 400 or 413; the caller discards what was not read. */
export const readParts = (
  chunks: AsyncIterator<Buffer>,
  boundary: string,
  limits: PartLimits,
): Promise<readonly Part[]> => readAll(createReader(chunks, limits.body), boundary, limits);
