/*
 * The logo of a client form: a new file, the stored one, or none. A valid file is stored at once, so that it need not be
 * chosen again when another field is refused.
 */
import { HOUR, inSeconds } from '../../durations.js';
import type { PropertyFault } from '../../errors.js';
import type { Limit, Throttle } from '../../rate-limits/throttle.js';
import type { Upload } from '../../http/upload-forms.js';
import { isLogoHash } from '../../clients/logo/logo.js';
import { drawLogo } from '../../clients/logo/logo-image.js';
import type { LogoStore } from '../../clients/logo/logo-store.js';

/** What the form says about the logo. */
export interface TypedLogo {
  /** Hash of the stored logo; empty when there is none. */
  readonly kept: string;
  readonly removed: boolean;
}

export interface LogoDeps {
  readonly logos: LogoStore;
  readonly throttle: Throttle;
}

export interface LogoRequest extends TypedLogo {
  readonly accountId: number;
  readonly upload?: Upload | undefined;
}

export interface CheckedLogo {
  /** To show in the form again, or to save. */
  readonly logo: TypedLogo;
  readonly faults: readonly PropertyFault[];
}

/** Decoding an image is expensive. */
const DRAWINGS: Limit = { attempts: 60, windowSeconds: inSeconds(HOUR) };

const refused = (logo: TypedLogo, message: string): CheckedLogo => ({
  logo,
  faults: [{ property: 'logo', message }],
});

async function uploaded(
  { logos, throttle }: LogoDeps,
  accountId: number,
  upload: Upload,
): Promise<string | { readonly hash: string }> {
  const { allowed, retryAfterSeconds } = await throttle.take(`logos:${accountId}`, DRAWINGS);
  if (!allowed)
    return `cannot be uploaded: too many uploads within an hour. Wait ${Math.ceil(retryAfterSeconds / 60)} minutes and try again`;
  const drawn = await drawLogo(upload);
  if (typeof drawn === 'string') return drawn;
  await logos.keep(drawn.hash, drawn.png);
  return drawn;
}

/** A chosen file wins over the box that removes the logo. */
export async function takeLogo(deps: LogoDeps, request: LogoRequest): Promise<CheckedLogo> {
  const { kept, removed, accountId, upload } = request;
  const unchanged = { kept, removed };
  if (upload !== undefined) {
    const taken = await uploaded(deps, accountId, upload);
    if (typeof taken === 'string') return refused(unchanged, taken);
    return { logo: { kept: taken.hash, removed: false }, faults: [] };
  }
  if (kept === '' || removed) return { logo: unchanged, faults: [] };
  if (isLogoHash(kept) && (await deps.logos.hold(kept))) return { logo: unchanged, faults: [] };
  return refused({ kept: '', removed: false }, 'is no longer stored. Choose it again');
}
