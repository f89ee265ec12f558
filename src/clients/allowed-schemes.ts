/*
 * Private-use URI schemes without a dot. Any application can claim one (RFC 8252 section 7.1), so a public client may use
 * it in its redirect URIs only where a service administrator has allowed it for that client.
 */
import type { Actor } from '../events/audit-log.js';
import { conflict, forbidden, notFound, type PropertyFault } from '../errors.js';
import type { ClientRecord, ClientRecordStore } from './record-store.js';
import { mayReview } from './review/verdicts.js';

const DOTLESS = /^[a-z][a-z0-9+-]{1,62}$/;
/** Those that browsers and operating systems handle themselves. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['about', 'blob', 'data', 'file', 'filesystem', 'ftp', 'http', 'https', 'javascript', 'vbscript'],
  ...['view-source', 'ws', 'wss', 'mailto', 'tel', 'sms', 'intent', 'content', 'chrome', 'resource'],
]);

/** As a sentence that follows the scheme. */
function schemeProblem(scheme: string): string | undefined {
  if (!DOTLESS.test(scheme))
    return 'is not a scheme without a dot. Write 2 to 63 lower-case letters, digits, + or -, without the colon';
  return RESERVED.has(scheme) ? 'belongs to browsers and operating systems. Choose another' : undefined;
}

const fault = (message: string | undefined): readonly PropertyFault[] =>
  message === undefined ? [] : [{ property: 'scheme', message }];

/** Of schemes that an administrator allows with a registration. */
export const allowedSchemeFaults = (schemes: readonly string[]): readonly PropertyFault[] =>
  schemes.flatMap((scheme) => fault(schemeProblem(scheme)));

export interface AllowedScheme {
  readonly record: ClientRecord;
  readonly scheme: string;
  /** Account id; absent for the command line. */
  readonly reviewerId?: number;
}

const MAX_SCHEMES = 5;

/** The faults; none when it is allowed now. Throws `forbidden`, `notFound`, `conflict`. */
export async function allowScheme(
  records: ClientRecordStore,
  { record, scheme, reviewerId }: AllowedScheme,
  actor: Actor,
): Promise<readonly PropertyFault[]> {
  if (reviewerId !== undefined && !mayReview(record, reviewerId))
    throw forbidden('You manage this client. Another administrator must allow the scheme.');
  const { client } = record;
  if (client.kind !== 'public') throw conflict('Only a public client can use a private-use scheme.');
  const faults = allowedSchemeFaults([scheme]);
  if (faults.length > 0) return faults;
  const outcome = await records.allowScheme(client.id, { scheme, most: MAX_SCHEMES }, actor);
  if (outcome === 'not_found') throw notFound('There is no client with this id.');
  return fault(outcome === 'full' ? `is one too many. A client has at most ${MAX_SCHEMES}` : undefined);
}
