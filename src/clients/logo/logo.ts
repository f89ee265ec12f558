/* Logo URLs are content-addressed, so they can be cached forever. Pure. */

export const LOGO_PATH = '/logos';

const HASH = /^[0-9a-f]{64}$/;
const FILE = /^([0-9a-f]{64})\.png$/;

export const isLogoHash = (text: string): boolean => HASH.test(text);

/** Path on the application's origin; undefined for a text that is no hash. */
export const logoUrl = (hash: string | undefined): string | undefined =>
  hash !== undefined && isLogoHash(hash) ? `${LOGO_PATH}/${hash}.png` : undefined;

/** The hash that the last part of such a path names. */
export const hashOfFile = (fileName: string): string | undefined => FILE.exec(fileName)?.[1];
