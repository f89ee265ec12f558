import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { drawLogo, isPicture, measureFault, MAX_LOGO_BYTES } from '../../../src/clients/logo/logo-image.js';
import { hashOfFile, logoUrl } from '../../../src/clients/logo/logo.js';
import { bomb, gif, HTML, moving, photograph, GPS_DATUM, png, RED, SVG, webp } from '../pictures.js';

async function drawn(bytes: Buffer) {
  const logo = await drawLogo({ bytes, cut: false });
  if (typeof logo === 'string') throw new Error(`refused: ${logo}`);
  return logo;
}

const refusal = async (bytes: Buffer, cut = false) => {
  const logo = await drawLogo({ bytes, cut });
  return typeof logo === 'string' ? logo : 'taken';
};

describe('a picture is re-encoded', () => {
  test.each<[string, () => Promise<Buffer>, number, number]>([
    ['a PNG', png, 256, 128],
    ['a WebP', webp, 256, 128],
    ['a photograph, upright', photograph, 128, 256],
    ['a small one, not enlarged', () => png(20, 10), 20, 10],
    ['the largest one', () => png(4096, 4096), 256, 256],
    ['a thin one', () => png(4000, 2), 256, 1],
  ])('%s', async (_, make, width, height) => {
    const { hash, png: made } = await drawn(await make());
    expect(hash).toBe(createHash('sha256').update(made).digest('hex'));
    expect(await sharp(made).metadata()).toMatchObject({ format: 'png', width, height });
    const { channels } = await sharp(made).removeAlpha().stats();
    const colour = channels.map(({ mean }) => Math.round(mean));
    for (const [index, value] of Object.values(RED).entries())
      expect(Math.abs((colour[index] ?? 0) - value)).toBeLessThan(6);
  });

  test('with the same bytes every time', async () => {
    expect((await drawn(await png())).hash).toBe((await drawn(await png())).hash);
  });

  test('without the metadata of a camera', async () => {
    const before = await photograph();
    for (const message of ['Photographer', GPS_DATUM]) expect(before.includes(message)).toBe(true);
    const { png: made } = await drawn(before);
    const { exif, icc, xmp, iptc, comments } = await sharp(made).metadata();
    expect([exif, icc, xmp, iptc, comments]).toEqual([undefined, undefined, undefined, undefined, undefined]);
    for (const message of ['Photographer', GPS_DATUM]) expect(made.includes(message)).toBe(false);
  });

  test('without any data that was hidden behind it or inside it', async () => {
    const payload = Buffer.from('<script>alert("polyglot")</script>PK\u0003\u0004');
    for (const image of [await png(), await photograph()]) {
      const { png: made } = await drawn(Buffer.concat([image, payload]));
      expect(made.includes('polyglot')).toBe(false);
    }
    const commented = await sharp(await png())
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><script>polyglot</script></x:xmpmeta>')
      .png()
      .toBuffer();
    expect((await sharp(commented).metadata()).xmp?.includes('polyglot')).toBe(true);
    expect((await sharp((await drawn(commented)).png).metadata()).xmp).toBeUndefined();
  });
});

describe('the encoder refuses', () => {
  const cutTo = async (made: Promise<Buffer>, share: number) => {
    const bytes = await made;
    return bytes.subarray(0, Math.floor(bytes.length * share));
  };

  test.each<[string, () => Promise<Buffer> | Buffer, string]>([
    ['an SVG', () => SVG, 'is not a PNG, JPEG or WebP image'],
    ['a GIF', gif, 'is not a PNG, JPEG or WebP image'],
    ['a page', () => HTML, 'is not a PNG, JPEG or WebP image'],
    ['nothing', () => Buffer.alloc(0), 'is not a PNG, JPEG or WebP image'],
    ['a RIFF of sound', () => Buffer.from('RIFF\0\0\0\0WAVEfmt '), 'is not a PNG, JPEG or WebP image'],
    ['a WebP that moves', moving, 'is animated'],
    ['a PNG that ends too early', () => cutTo(png(), 0.9), 'is damaged'],
    ['a photograph that ends too early', () => cutTo(photograph(), 0.5), 'is damaged'],
    ['a WebP that ends too early', () => cutTo(webp(), 0.5), 'is damaged'],
    ['a PNG of a header alone', () => bomb(10, 10).subarray(0, 40), 'is damaged'],
    [
      'the beginning of a PNG before a page',
      () => Buffer.concat([bomb(1, 1).subarray(0, 8), HTML]),
      'is damaged',
    ],
    ['a bomb', () => bomb(30_000, 30_000), 'is 30000 by 30000 pixels large. Use at most 4096 by 4096'],
    ['a long bomb', () => bomb(2_000_000_000, 1), ''],
  ])('%s', async (_, make, message) => {
    const started = Date.now();
    const answer = await refusal(await make());
    expect(answer).not.toBe('taken');
    expect(answer).toContain(message);
    expect(Date.now() - started).toBeLessThan(2000);
  });

  test('a file that was too long, whatever its first bytes are', async () => {
    expect(await refusal(await png(), true)).toContain('is larger than 1 MB');
    expect(MAX_LOGO_BYTES).toBe(1_048_576);
  });
});

test.each([
  [{ width: 4096, height: 4096, frames: 1 }, undefined],
  [{ width: 4097, height: 1, frames: 1 }, 'is 4097 by 1 pixels large. Use at most 4096 by 4096'],
  [{ width: 1, height: 4097, frames: 1 }, 'is 1 by 4097 pixels large. Use at most 4096 by 4096'],
  [{ width: 1, height: 1, frames: 2 }, 'is animated. Choose a still image'],
])('%j: %s', (measures, fault) => {
  expect(measureFault(measures)).toBe(fault);
});

test('an image is detected by its first bytes', () => {
  expect(isPicture(Buffer.from('ffd8ffe0', 'hex'))).toBe(true);
  expect(isPicture(Buffer.from('RIFF????WEBPVP8 '))).toBe(true);
  expect(isPicture(Buffer.from(' \u0089PNG'))).toBe(false);
});

test('a logo URL names one picture and no other file', () => {
  const hash = 'a'.repeat(64);
  expect(logoUrl(hash)).toBe(`/logos/${hash}.png`);
  expect(hashOfFile(`${hash}.png`)).toBe(hash);
  for (const other of ['', '../secret', 'A'.repeat(64)]) expect(logoUrl(other)).toBeUndefined();
  for (const other of [hash, `${hash}.svg`, `${hash}.png.html`, `${hash.toUpperCase()}.png`, `x${hash}.png`])
    expect(hashOfFile(other)).toBeUndefined();
});
