/* Pictures as people and attackers upload them, made on the spot. */
import { deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';
import type { ChosenFile } from '../support/multipart.js';

export const RED = { r: 200, g: 30, b: 30 } as const;
const BLUE = { r: 30, g: 30, b: 200 } as const;

const plain = (width = 400, height = 200, background: { r: number; g: number; b: number } = RED) =>
  sharp({ create: { width, height, channels: 3, background } });

export const png = (width?: number, height?: number): Promise<Buffer> =>
  plain(width, height).png().toBuffer();
export const webp = (): Promise<Buffer> => plain().webp().toBuffer();
export const gif = (): Promise<Buffer> => plain().gif().toBuffer();

/** Text in the location metadata of a photograph. */
export const GPS_DATUM = 'Datum of Berlin';

/** A portrait photograph: its metadata have the location, the author, and a rotation by 90 degrees. */
export const photograph = (): Promise<Buffer> =>
  plain(400, 200)
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Copyright: 'Photographer' }, IFD3: { GPSMapDatum: GPS_DATUM } })
    .toBuffer();

/** Two frames below each other become one after the other. */
export async function moving(): Promise<Buffer> {
  const [first, second] = await Promise.all([
    plain(40, 40).raw().toBuffer(),
    plain(40, 40, BLUE).raw().toBuffer(),
  ]);
  const raw = { width: 40, height: 80, channels: 3, pageHeight: 40 } as const;
  return sharp(Buffer.concat([first, second]), { raw })
    .webp({ delay: [100, 100], loop: 0 })
    .toBuffer();
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A PNG of few bytes that says it is as large as that, and would be grey all over. */
export function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  const rows = deflateSync(Buffer.alloc(1_000_000));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
);
export const HTML = Buffer.from('<!doctype html><script>alert(1)</script>');

export const chosen = (bytes: Buffer, filename = 'logo.png'): ChosenFile => ({
  filename,
  type: 'image/png',
  bytes,
});
