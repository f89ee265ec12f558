/*
 * multipart/form-data (RFC 7578) as browsers send it, read part by part: fields whole, of a file no more than is wanted.
 * koa-body is not used for it: it writes files to disk, and a file over its limit loses the fields of the form, which
 * the page shows again. What no browser sends is refused. What fields mean is decided in forms.ts.
 */
import { bodyTooLarge } from '../errors.js';
import { malformed, strictText } from './forms.js';

export interface Part {
  readonly name: string;
  /** Present for a file; empty when none was chosen. It says nothing of what the file is. */
  readonly filename?: string;
  readonly bytes: Buffer;
  /** It was longer; the rest was let go. */
  readonly cut: boolean;
}

export interface PartLimits {
  readonly parts: number;
  /** Bytes of all fields together. */
  readonly fields: number;
  /** Bytes kept of each file. */
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

interface Read {
  readonly bytes: Buffer;
  readonly cut: boolean;
}

interface Reader {
  /** What stands before the mark, at most so much of it; the mark is left behind. */
  until(mark: Buffer, most: number): Promise<Read>;
  /** The next bytes, exactly so many. */
  next(count: number): Promise<Buffer>;
}

function createReader(chunks: AsyncIterator<Buffer>, most: number): Reader {
  // A boundary begins with the end of a line; the first one has no line before it.
  let held = CRLF;
  let received = 0;
  async function more(): Promise<void> {
    const chunk = await chunks.next();
    if (chunk.done) throw malformed('it ends too early');
    received += chunk.value.length;
    if (received > most) throw bodyTooLarge(most);
    held = Buffer.concat([held, chunk.value]);
  }
  const taken = (end: number): Buffer => {
    const bytes = held.subarray(0, end);
    held = held.subarray(end);
    return bytes;
  };
  return {
    async until(mark, maxKept) {
      const kept: Buffer[] = [];
      let room = maxKept;
      let cut = false;
      for (;;) {
        const at = held.indexOf(mark);
        const bytes = taken(at === -1 ? Math.max(0, held.length - mark.length + 1) : at);
        kept.push(Buffer.from(bytes.subarray(0, room)));
        cut ||= bytes.length > room;
        room = Math.max(0, room - bytes.length);
        if (at !== -1) break;
        await more();
      }
      taken(mark.length);
      return { bytes: Buffer.concat(kept), cut };
    },
    async next(count) {
      while (held.length < count) await more();
      return taken(count);
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
  if (new Set(headers.map(([name]) => name)).size < headers.length)
    throw malformed('a header is there twice');
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
  let room = limits.fields;
  if ((await reader.until(mark, 0)).cut) throw malformed('something stands before its first part');
  while (await hasAnother(reader)) {
    if (parts.length === limits.parts) throw malformed('it has too many fields');
    const named = await readNames(reader);
    const isFile = named.filename !== undefined;
    const read = await reader.until(mark, isFile ? limits.file : room);
    if (read.cut && !isFile) throw bodyTooLarge(limits.fields);
    if (!isFile) room -= read.bytes.length;
    parts.push({ ...named, ...read });
  }
  return parts;
}

/** Throws 400 or 413; what was not read by then is for the caller to let go. */
export const readParts = (
  chunks: AsyncIterator<Buffer>,
  boundary: string,
  limits: PartLimits,
): Promise<readonly Part[]> => readAll(createReader(chunks, limits.body), boundary, limits);
