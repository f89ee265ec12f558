/* A manufacturer of authenticators, with a certificate (RFC 5280) as WebAuthn Level 3 section 8.2.1 requires it. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

export interface AuthenticatorMaker {
  readonly certificate: Buffer;
  readonly privateKey: KeyObject;
}

/** DER, with lengths below 64 kB. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.of(tag, ...size), body]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const oid = (...bytes: readonly number[]): Buffer => der(0x06, Buffer.of(...bytes));
const attribute = (type: number, text: string): Buffer =>
  der(0x31, sequence(oid(0x55, 0x04, type), der(type === 6 ? 0x13 : 0x0c, Buffer.from(text))));

const ECDSA_WITH_SHA256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const NAME = sequence(
  attribute(6, 'SE'),
  attribute(10, 'Somebody'),
  attribute(11, 'Authenticator Attestation'),
  attribute(3, 'Maker of authenticators'),
);
const VALIDITY = sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231235959Z')));
const NOT_AN_AUTHORITY = sequence(oid(0x55, 0x1d, 0x13), der(0x01, Buffer.of(0xff)), der(0x04, sequence()));

export function createManufacturer(): AuthenticatorMaker {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const facts = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    ECDSA_WITH_SHA256,
    NAME,
    VALIDITY,
    NAME,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(NOT_AN_AUTHORITY)),
  );
  const signature = der(0x03, Buffer.of(0), sign('sha256', facts, privateKey));
  return { certificate: sequence(facts, ECDSA_WITH_SHA256, signature), privateKey };
}
