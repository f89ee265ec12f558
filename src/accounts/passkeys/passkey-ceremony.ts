/*
 * The ceremonies of WebAuthn Level 3 (sections 7.1 and 7.2), and the only importer of @simplewebauthn/server: the
 * options for browsers, and the verification of their answers. Stores nothing; counters and challenges are checked by
 * passkeys.ts. The library is large, and loaded with the first ceremony.
 */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { AssertionAnswer, CreationAnswer } from './passkey-answers.js';
import { CHALLENGE_LIFE } from './passkey-challenges.js';
import { userHandle } from './passkey-rules.js';
import type { NewPasskey, OwnedKey, Passkey } from './passkey-store.js';
import type { Account } from '../store.js';

type KnownPasskey = Pick<Passkey, 'id' | 'transports'>;

export interface Ceremonies {
  /** `known`: passkeys that the account has already. */
  creationOptions(
    account: Account,
    known: readonly KnownPasskey[],
    challenge: string,
  ): Promise<PublicKeyCredentialCreationOptionsJSON>;
  /** Without `known`, every passkey of this service is accepted. */
  requestOptions(
    challenge: string,
    known?: readonly KnownPasskey[],
  ): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** The new key; undefined when the answer is not one to this service, or no user was verified. */
  verifyCreation(answer: CreationAnswer): Promise<Omit<NewPasskey, 'name'> | undefined>;
  /** The counter that was signed; undefined when the key did not sign, or did not sign this. */
  verifyAssertion(answer: AssertionAnswer, key: OwnedKey): Promise<{ readonly counter: number } | undefined>;
}

/** EdDSA, ES256, RS256 (IANA COSE Algorithms): the same on every version of Node that replicas run on. */
const ALGORITHMS = [-8, -7, -257];

const load = async () => ({
  ...(await import('@simplewebauthn/server')),
  ...(await import('@simplewebauthn/server/helpers')),
});
type Library = Awaited<ReturnType<typeof load>>;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, 'base64url'));
const listed = (known: readonly KnownPasskey[]) =>
  known.map(({ id, transports }) => ({ id, transports: [...transports] }));

/** The library refuses by throwing, also for malformed bytes. It reads no store, so no other failure is hidden. */
async function unlessRefused<T>(verify: (library: Library) => Promise<T>): Promise<T | undefined> {
  const library = await load();
  try {
    return await verify(library);
  } catch {
    return undefined;
  }
}

/**
 * No attestation was requested, so there is none, or one signed with the new key itself. A chain of certificates would
 * come from a third party, and verifying it could mean requests to addresses it names.
 */
function hasNoCertificates({ response }: CreationAnswer, { decodeAttestationObject }: Library): boolean {
  const object = decodeAttestationObject(bytesOf(response.attestationObject));
  const format = object.get('fmt');
  return format === 'none' || (format === 'packed' && object.get('attStmt').get('x5c') === undefined);
}

/** `appUrl`: its host is the relying party, its origin the only one accepted in answers. */
export function createCeremonies(appUrl: string, serviceName: string): Ceremonies {
  const { hostname: rpID, origin } = new URL(appUrl);
  const expected = (challenge: string) => ({
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  });
  return {
    creationOptions: async ({ id, email, name }, known, challenge) =>
      (await load()).generateRegistrationOptions({
        rpName: serviceName,
        rpID,
        userID: bytesOf(userHandle(id)),
        userName: email,
        userDisplayName: name,
        challenge: bytesOf(challenge),
        timeout: CHALLENGE_LIFE,
        attestationType: 'none',
        excludeCredentials: listed(known),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: ALGORITHMS,
      }),
    requestOptions: async (challenge, known = []) =>
      (await load()).generateAuthenticationOptions({
        rpID,
        challenge: bytesOf(challenge),
        timeout: CHALLENGE_LIFE,
        allowCredentials: listed(known),
        userVerification: 'required',
      }),
    verifyCreation: (answer) =>
      unlessRefused(async (library) => {
        if (!hasNoCertificates(answer, library)) return undefined;
        const response = { ...answer, clientExtensionResults: {} };
        const { registrationInfo } = await library.verifyRegistrationResponse({
          ...expected(answer.challenge),
          response,
          supportedAlgorithmIDs: ALGORITHMS,
        });
        if (registrationInfo === undefined) return undefined;
        const { id, publicKey, counter } = registrationInfo.credential;
        const { transports } = answer.response;
        return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
      }),
    verifyAssertion: (answer, { accountId, publicKey }) =>
      unlessRefused(async ({ verifyAuthenticationResponse }) => {
        const { userHandle: handle, ...response } = answer.response;
        if (handle !== undefined && handle !== userHandle(accountId)) return undefined;
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          ...expected(answer.challenge),
          response: { ...answer, response, clientExtensionResults: {} },
          // The counter of 0 leaves its check to the store, where it is one statement with writing the new one.
          credential: { id: answer.id, publicKey: bytesOf(publicKey), counter: 0 },
        });
        return verified ? { counter: authenticationInfo.newCounter } : undefined;
      }),
  };
}
