/*
 * An authenticator in software (WebAuthn Level 3): makes one ES256 key, and answers questions as a browser would hand
 * the answers on. It can be made to lie about one value at a time.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { AuthenticatorMaker } from './maker-certificate.js';

export interface Lie {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly crossOrigin?: boolean;
  readonly userVerified?: boolean;
  readonly userPresent?: boolean;
  readonly counter?: number;
  /** Another user than the one the key was made for; null for none. */
  readonly userHandle?: string | null;
  readonly credentialId?: string;
  /** The manufacturer whose attestation statement is included, although it was not requested. */
  readonly manufacturer?: AuthenticatorMaker;
  /** Signs with an unknown key. */
  readonly otherKey?: boolean;
}

interface Question {
  readonly challenge: string;
}
export interface CreationQuestion extends Question {
  readonly rp: { readonly id?: string };
  readonly user: { readonly id: string };
}
export interface RequestQuestion extends Question {
  readonly rpId?: string;
}

export interface Authenticator {
  /** Known after `create`. */
  readonly credentialId: () => string;
  readonly create: (question: CreationQuestion, lie?: Lie) => string;
  /** Counts up with each call. */
  readonly get: (question: RequestQuestion, lie?: Lie) => string;
}

type Cbor = number | string | Buffer | readonly Cbor[] | ReadonlyMap<number | string, Cbor>;

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.of((major << 5) | value);
  if (value < 256) return Buffer.of((major << 5) | 24, value);
  return Buffer.of((major << 5) | 25, value >> 8, value & 255);
}

/** RFC 8949, as far as an authenticator needs it. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) {
    const pairs = [...(value as ReadonlyMap<number | string, Cbor>)];
    return Buffer.concat([head(5, pairs.length), ...pairs.flat().map(cbor)]);
  }
  const items = value as readonly Cbor[];
  return Buffer.concat([head(4, items.length), ...items.map(cbor)]);
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string): string => Buffer.from(data).toString('base64url');
const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const fields: readonly (readonly [number, Cbor])[] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ];
  return cbor(new Map(fields));
}

const statementOf = (manufacturer: AuthenticatorMaker | undefined, signed: Buffer): Cbor =>
  new Map<string, Cbor>(
    manufacturer && [
      ['alg', -7],
      ['sig', sign('sha256', signed, manufacturer.privateKey)],
      ['x5c', [manufacturer.certificate]],
    ],
  );

const ATTESTED = 0x40;

function authenticatorData(rpId: string, flags: number, counter: number, rest = Buffer.alloc(0)): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.of(flags), count, rest]);
}

const flagsOf = ({ userPresent = true, userVerified = true }: Lie): number =>
  (userPresent ? 1 : 0) | (userVerified ? 4 : 0);

/** `origin`: of the page that the user believes to see. `counting`: false for a synced passkey. */
export function createAuthenticator(origin: string, counting = true): Authenticator {
  const { publicKey, privateKey } = newKey();
  const id = randomBytes(16);
  let user = '';
  let uses = 0;
  const clientData = (type: string, challenge: string, lie: Lie): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: lie.type ?? type,
        challenge: lie.challenge ?? challenge,
        origin: lie.origin ?? origin,
        crossOrigin: lie.crossOrigin ?? false,
      }),
    );
  const answer = (lie: Lie, response: object): string => {
    const named = lie.credentialId ?? base64url(id);
    return JSON.stringify({ id: named, rawId: named, type: 'public-key', response });
  };
  return {
    credentialId: () => base64url(id),
    create(question, lie = {}) {
      user = question.user.id;
      const clientDataJson = clientData('webauthn.create', question.challenge, lie);
      const key = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, coseKey(publicKey)]);
      const rpId = lie.rpId ?? question.rp.id ?? '';
      const data = authenticatorData(rpId, flagsOf(lie) | ATTESTED, lie.counter ?? uses, key);
      const attestation = new Map<string, Cbor>([
        ['fmt', lie.manufacturer ? 'packed' : 'none'],
        ['attStmt', statementOf(lie.manufacturer, Buffer.concat([data, sha256(clientDataJson)]))],
        ['authData', data],
      ]);
      return answer(lie, {
        clientDataJSON: base64url(clientDataJson),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal'],
      });
    },
    get(question, lie = {}) {
      uses += counting ? 1 : 0;
      const clientDataJson = clientData('webauthn.get', question.challenge, lie);
      const data = authenticatorData(lie.rpId ?? question.rpId ?? '', flagsOf(lie), lie.counter ?? uses);
      const key = lie.otherKey ? newKey().privateKey : privateKey;
      const handle = lie.userHandle === undefined ? user : lie.userHandle;
      return answer(lie, {
        clientDataJSON: base64url(clientDataJson),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(clientDataJson)]), key)),
        ...(handle !== null && { userHandle: handle }),
      });
    },
  };
}
