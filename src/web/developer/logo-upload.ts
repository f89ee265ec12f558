/*
 * The logo of a client form: a new file, the stored one, or none. A valid file is stored at once, so that it need not be
 * chosen again when another field is refused.
 */
import { HOUR, inSeconds } from '../../durations.js';
import type { LogoValue } from '../../../views/developer/logo-field.js';
import type { PropertyFault } from '../../errors.js';
import type { Limit, Throttle } from '../../rate-limits/throttle.js';
import type { Upload } from '../../http/upload-forms.js';
import { isLogoHash } from '../../clients/logo/logo.js';
import { drawLogo } from '../../clients/logo/logo-image.js';
import type { LogoStore } from '../../clients/logo/logo-store.js';

export interface LogoDeps {
  readonly logos: LogoStore;
  readonly throttle: Throttle;
}

interface LogoRequest extends LogoValue {
  readonly accountId: number;
  readonly upload?: Upload | undefined;
}

interface CheckedLogo {
  /** To show in the form again, or to save. */
  readonly logo: LogoValue;
  readonly faults: readonly PropertyFault[];
}

/** Decoding an image is expensive. */
const DRAWINGS: Limit = { attempts: 60, windowSeconds: inSeconds(HOUR) };

const refuse = (logo: LogoValue, message: string): CheckedLogo => ({
  logo,
  faults: [{ property: 'logo', message }],
});

/** A text says why it cannot be used. */
async function storeUpload(
  { logos, throttle }: LogoDeps,
  accountId: number,
  upload: Upload,
): Promise<string | { readonly hash: string }> {
  const { allowed, retryAfterSeconds } = await throttle.take(`logos:${accountId}`, DRAWINGS);
  if (!allowed)
    return `cannot be uploaded: too many uploads within an hour. Wait ${Math.ceil(retryAfterSeconds / 60)} minutes and try again`;
  const drawn = await drawLogo(upload);
  if (typeof drawn === 'string') return drawn;
  await logos.save(drawn.hash, drawn.png);
  return drawn;
}

/** A chosen file wins over the box that removes the logo. */
export async function storeLogo(deps: LogoDeps, request: LogoRequest): Promise<CheckedLogo> {
  const { hash, removed, accountId, upload } = request;
  const unchanged = { hash, removed };
  if (upload !== undefined) {
    const outcome = await storeUpload(deps, accountId, upload);
    if (typeof outcome === 'string') return refuse(unchanged, outcome);
    return { logo: { hash: outcome.hash, removed: false }, faults: [] };
  }
  if (hash === '' || removed) return { logo: unchanged, faults: [] };
  if (isLogoHash(hash) && (await deps.logos.hold(hash))) return { logo: unchanged, faults: [] };
  return refuse({ hash: '', removed: false }, 'is no longer stored. Choose it again');
}
