/*
 * Logos: an uploaded file is redrawn as a small picture, so that nothing of it survives but the pixels: no metadata, no
 * second file appended to the first, no markup. The type is detected from the bytes; the file name and the declared type
 * are ignored.
 */
import { createHash } from 'node:crypto';
import type { default as Sharp } from 'sharp';
import { createPool } from '../../rate-limits/work-pool.js';

/** An uploaded file; `cut` when it was longer than `bytes`. */
export interface UploadedImage {
  readonly bytes: Buffer;
  readonly cut: boolean;
}

export interface Logo {
  /** SHA-256 of the picture in hex: its id. */
  readonly hash: string;
  readonly png: Buffer;
}

export const MAX_LOGO_BYTES = 1024 * 1024;
const LOGO_SIDE = 256;
/** Checked before decoding: four bytes a pixel, 64 MB at most. */
const MAX_SIDE = 4096;
const DECODING_SECONDS = 5;

const NO_PICTURE = 'is not a PNG, JPEG or WebP image. Choose one of these';
const TOO_LARGE = 'is larger than 1 MB. Choose a smaller one';
const BROKEN = 'is damaged or incomplete. Save the image again and upload it';
const MOVES = 'is animated. Choose a still image';

/**
 * Loaded with the first logo. libvips supports many formats; only these loaders are enabled, and decoded files are not
 * cached.
 */
async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
  });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

const inPool = createPool({ concurrency: 1, waiting: 32 });

/** In hex: PNG (RFC 2083 section 3.1), JPEG (a start and the next marker), WebP (RFC 9649 section 2.4). */
const BEGINNINGS = [/^89504e470d0a1a0a/, /^ffd8ff/, /^52494646.{8}57454250/];

export function isPicture(bytes: Buffer): boolean {
  const beginning = bytes.toString('hex', 0, 12);
  return BEGINNINGS.some((pattern) => pattern.test(beginning));
}

interface Measures {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
}

/** As a sentence that follows the name of the picture. */
export function measureFault({ width, height, frames }: Measures): string | undefined {
  if (frames > 1) return MOVES;
  return Math.max(width, height) > MAX_SIDE
    ? `is ${width} by ${height} pixels large. Use at most ${MAX_SIDE} by ${MAX_SIDE}`
    : undefined;
}

/** Reads the header alone. */
async function measured(sharp: typeof Sharp, bytes: Buffer): Promise<Measures> {
  const { width, height, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata();
  return { width, height, frames: pages };
}

/** Rotated upright, never enlarged, without metadata. */
const drawn = (sharp: typeof Sharp, bytes: Buffer): Promise<Buffer> =>
  sharp(bytes, { failOn: 'error', limitInputPixels: MAX_SIDE ** 2 })
    .autoOrient()
    .resize({ width: LOGO_SIDE, height: LOGO_SIDE, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .timeout({ seconds: DECODING_SECONDS })
    .toBuffer();

async function redrawn(bytes: Buffer): Promise<Logo | string> {
  const sharp = await loadSharp();
  try {
    const fault = measureFault(await measured(sharp, bytes));
    if (fault !== undefined) return fault;
    const png = await drawn(sharp, bytes);
    return { hash: createHash('sha256').update(png).digest('hex'), png };
  } catch {
    // A decoder has no error codes; every failure here is the picture's.
    return BROKEN;
  }
}

/** A fault is a sentence that follows the name of the picture. Throws 429 when too many are being drawn. */
export async function drawLogo({ bytes, cut }: UploadedImage): Promise<Logo | string> {
  if (cut) return TOO_LARGE;
  if (!isPicture(bytes)) return NO_PICTURE;
  return inPool(() => redrawn(bytes));
}
