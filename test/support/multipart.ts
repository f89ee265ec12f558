/* multipart/form-data as Chromium writes it, byte for byte (HTML, "multipart/form-data encoding algorithm"). */

export interface ChosenFile {
  readonly filename: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** What a control for files brings when none was chosen. */
export const NO_FILE: ChosenFile = { filename: '', type: 'application/octet-stream', bytes: Buffer.alloc(0) };

export const BOUNDARY = '----WebKitFormBoundaryZAhQ0Wm2qk3vbA1f';

export type Entry = readonly [name: string, value: string | ChosenFile];

const escaped = (text: string): string =>
  text.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');

function partOf([name, value]: Entry): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${escaped(name)}"`;
  if (typeof value === 'string') {
    return Buffer.from(`${head}\r\n\r\n${value.replaceAll(/\r\n|\r|\n/g, '\r\n')}\r\n`);
  }
  const { filename, type, bytes } = value;
  return Buffer.concat([
    Buffer.from(`${head}; filename="${escaped(filename)}"\r\nContent-Type: ${type}\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
}

export const MULTIPART_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

export const multipartBody = (entries: readonly Entry[]): Buffer<ArrayBuffer> =>
  Buffer.concat([...entries.map(partOf), Buffer.from(`--${BOUNDARY}--\r\n`)]);
