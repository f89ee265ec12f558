/*
 * The files of views/assets, read at start. Their URLs contain a hash of the content, so they can be cached forever.
 * The folder is next to this module, in the sources and in the build (dist/views/assets).
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The parts of `app.css`, in the order of the cascade. */
export const STYLES = [
  'tokens',
  'base',
  'shell',
  'navigation',
  'card',
  'form',
  'notice',
  'lists',
  'scopes',
  'logo',
  'consent',
  'clients',
  'audit',
  'passkeys',
  'routing-forms',
  'bookings',
  'event-types',
  'booking-page',
  'availability',
  'guides',
  'single-pages',
] as const;

const MEDIA_TYPES = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
} as const;
const NAMES = [
  'app.css',
  'mark.svg',
  'favicon.svg',
  'favicon.ico',
  'playground.js',
  'copy.js',
  'passkeys.js',
  'browser-zone.js',
  'reference.css',
  'reference.js',
  'time-zone.js',
  'scope-picker.js',
] as const;

export type AssetName = (typeof NAMES)[number];

export interface AssetFile {
  readonly name: AssetName;
  /** Path on the application's origin: `/assets/app.1f9c3a70b2d4.css`. */
  readonly url: string;
  readonly mediaType: string;
  readonly body: Buffer;
}

const read = (name: string): Buffer => readFileSync(new URL(`./assets/${name}`, import.meta.url));

/** Assets made of several style sheets. The API reference uses only the design tokens of the other pages. */
const SHEETS: Partial<Readonly<Record<AssetName, readonly string[]>>> = {
  'app.css': STYLES,
  'reference.css': ['tokens', 'reference'],
};

function bodyOf(name: AssetName): Buffer {
  const sheets = SHEETS[name];
  return sheets ? Buffer.concat(sheets.map((sheet) => read(`${sheet}.css`))) : read(name);
}

function load(name: AssetName): AssetFile {
  const body = bodyOf(name);
  const [stem = '', extension = ''] = name.split('.');
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
  const mediaType = MEDIA_TYPES[extension as keyof typeof MEDIA_TYPES];
  return { name, url: `/assets/${stem}.${hash}.${extension}`, mediaType, body };
}

export const ASSET_FILES: readonly AssetFile[] = NAMES.map(load);

const files = Object.fromEntries(ASSET_FILES.map((file) => [file.name, file])) as Readonly<
  Record<AssetName, AssetFile>
>;

export const assetFile = (name: AssetName): AssetFile => files[name];
export const assetUrl = (name: AssetName): string => files[name].url;
