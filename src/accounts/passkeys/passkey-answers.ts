/*
 * The answers of authenticators as browsers send them: parses the text of a form field into strings of bounded length
 * and known shape. passkey-ceremony.ts verifies them.
 */
import { z } from 'zod';

/** A credential id has at most 1,023 bytes (WebAuthn Level 3 section 4). */
const ID_MAX = 1364;
const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/);

const CREDENTIAL = { id: bytes(ID_MAX), rawId: bytes(ID_MAX), type: z.literal('public-key') };

const CREATION = z.object({
  ...CREDENTIAL,
  response: z.object({
    clientDataJSON: bytes(4096),
    attestationObject: bytes(16_384),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .default([]),
  }),
});

const ASSERTION = z.object({
  ...CREDENTIAL,
  response: z.object({
    clientDataJSON: bytes(4096),
    authenticatorData: bytes(4096),
    signature: bytes(2048),
    /** At most 64 bytes. */
    userHandle: bytes(88).optional(),
  }),
});

const CLIENT_DATA = z.object({ challenge: bytes(1024), crossOrigin: z.boolean().default(false) });

interface Challenged {
  readonly challenge: string;
}
export type CreationAnswer = Readonly<z.infer<typeof CREATION>> & Challenged;
export type AssertionAnswer = Readonly<z.infer<typeof ASSERTION>> & Challenged;

function parse<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Our pages are never framed, so an answer from inside a frame is not an answer to them. */
function challengeIn(clientDataJSON: string): string | undefined {
  const data = parse(CLIENT_DATA, Buffer.from(clientDataJSON, 'base64url').toString());
  return data === undefined || data.crossOrigin ? undefined : data.challenge;
}

function answerIn<T extends { response: { clientDataJSON: string } }>(
  schema: z.ZodType<T>,
  text: string,
): (T & Challenged) | undefined {
  const answer = parse(schema, text);
  const challenge = answer && challengeIn(answer.response.clientDataJSON);
  return answer === undefined || challenge === undefined ? undefined : { ...answer, challenge };
}

/** Undefined for anything but the answer to a registration. */
export const creationAnswer = (text: string): CreationAnswer | undefined => answerIn(CREATION, text);

/** Undefined for anything but the answer to a sign-in or a confirmation. */
export const assertionAnswer = (text: string): AssertionAnswer | undefined => answerIn(ASSERTION, text);
