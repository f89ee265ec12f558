/*
 * Who may call: one header, one token, one scope (RFC 6750). It turns a token into a principal through the function
 * it is given; a store that does not answer is 503, never 401 and never a pass.
 */
import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors.js';
import type { ScopeName } from '../scopes/catalogue.js';
import { allows } from '../scopes/policy.js';
import { isSentTwice } from '../request-headers.js';
import { MAX_ACCESS_TOKENS } from './principal.js';
import type { Principal, VerifyToken } from './principal.js';

/** Also for a call that only makes sense with a caller, of a route that answers others without a token. */
export const missingToken = (): AppError =>
  new AppError(401, 'UNAUTHORIZED', 'Send an access token: "Authorization: Bearer <token>".');

const REPLACED = `an authorization has at most ${MAX_ACCESS_TOKENS} valid access tokens, and a newer one ends the oldest.`;

/** Also for a token whose account was deleted. */
export const invalidToken = (clientId?: string): AppError =>
  new AppError(
    401,
    'INVALID_TOKEN',
    'The access token is unknown, expired, revoked or replaced: ' + REPLACED,
    { clientId },
  );

const insufficientScope = (needed: ScopeName, clientId: string): AppError =>
  new AppError(
    403,
    'INSUFFICIENT_SCOPE',
    `insufficient_scope: this needs the scope ${needed}, which the token does not carry.`,
    { details: { error: 'insufficient_scope', scope: needed }, clientId },
  );

const ambiguousToken = (): AppError =>
  new AppError(400, 'INVALID_REQUEST', 'Send exactly one Authorization header.');

/** RFC 6750 section 2.1; the scheme in any case (RFC 9110 section 11.1), the token bounded. */
const BEARER = /^bearer +([\w\-.~+/]{1,1024}=*)$/i;

function bearerToken(req: IncomingMessage): string {
  const header = req.headers.authorization;
  if (header === undefined) throw missingToken();
  if (isSentTwice(req, 'authorization')) throw ambiguousToken();
  const token = BEARER.exec(header)?.[1];
  if (token !== undefined) return token;
  throw /^bearer\b/i.test(header) ? invalidToken() : missingToken();
}

/** Throws 403. */
export function requireScope({ scope, clientId }: Principal, needed: ScopeName): void {
  if (!allows(scope, needed)) throw insufficientScope(needed, clientId);
}

export type Guard = (req: IncomingMessage, needed: ScopeName) => Promise<Principal>;

/** Called for every admitted call; the guard does not wait for it. */
export type OnCall = (clientId: string, needed: ScopeName) => void;

/** Throws 401, with the client whose token it was, where that is known. */
async function verified(verifyToken: VerifyToken, req: IncomingMessage): Promise<Principal> {
  let clientId: string | undefined;
  const principal = await verifyToken(bearerToken(req), (holder) => {
    clientId = holder;
  });
  if (principal === undefined) throw invalidToken(clientId);
  return principal;
}

export const createGuard =
  (verifyToken: VerifyToken, onCall: OnCall = () => undefined): Guard =>
  async (req, needed) => {
    const principal = await verified(verifyToken, req);
    requireScope(principal, needed);
    onCall(principal.clientId, needed);
    return principal;
  };

/** A header that is sent must be good, even an empty one. */
export const sendsToken = (req: IncomingMessage): boolean => req.headers.authorization !== undefined;

export type Recogniser = (req: IncomingMessage) => Promise<Principal | undefined>;

/** For calls that need no token: undefined without one. One that is sent must be good, whatever its scopes. */
export const createRecogniser =
  (verifyToken: VerifyToken): Recogniser =>
  async (req) =>
    sendsToken(req) ? verified(verifyToken, req) : undefined;
