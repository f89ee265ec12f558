/*
 * Which picture a client form asks for: a new file, the one that is kept already, or none. A file that can be taken is
 * kept at once, so that it need not be chosen again when something else in the form is refused.
 */
import { HOUR, inSeconds } from '../../durations.js';
import type { PropertyFault } from '../../errors.js';
import type { Limit, Throttle } from '../../http/throttle.js';
import type { Upload } from '../../http/upload-forms.js';
import { isLogoHash } from '../../clients/logo.js';
import { drawLogo } from '../../clients/logo-image.js';
import type { LogoStore } from '../../clients/logo-store.js';

/** What the form says of the picture. */
export interface TypedLogo {
  /** Hash of the one that the form was shown with; empty when there was none. */
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

export interface LogoAnswer {
  /** As the form is shown again, or saved. */
  readonly logo: TypedLogo;
  readonly faults: readonly PropertyFault[];
}

/** Decoding is dear. */
const DRAWINGS: Limit = { tries: 60, windowSeconds: inSeconds(HOUR) };

const refused = (logo: TypedLogo, message: string): LogoAnswer => ({
  logo,
  faults: [{ property: 'logo', message }],
});

async function uploaded(
  { logos, throttle }: LogoDeps,
  accountId: number,
  upload: Upload,
): Promise<string | { readonly hash: string }> {
  const { allowed, retryAfterSeconds } = await throttle.take(`logos:${accountId}`, DRAWINGS);
  if (!allowed) return `cannot be uploaded: too many uploads within an hour. Wait ${Math.ceil(retryAfterSeconds / 60)} minutes and try again`;
  const drawn = await drawLogo(upload);
  if (typeof drawn === 'string') return drawn;
  await logos.keep(drawn.hash, drawn.png);
  return drawn;
}

/** A file beats the mark to remove the picture: who chooses one wants to have it. */
export async function takeLogo(deps: LogoDeps, request: LogoRequest): Promise<LogoAnswer> {
  const { kept, removed, accountId, upload } = request;
  const shown = { kept, removed };
  if (upload !== undefined) {
    const taken = await uploaded(deps, accountId, upload);
    if (typeof taken === 'string') return refused(shown, taken);
    return { logo: { kept: taken.hash, removed: false }, faults: [] };
  }
  if (kept === '' || removed) return { logo: shown, faults: [] };
  if (isLogoHash(kept) && (await deps.logos.hold(kept))) return { logo: shown, faults: [] };
  return refused({ kept: '', removed: false }, 'is no longer stored. Choose it again');
}
