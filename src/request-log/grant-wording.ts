/* Causes in a code, a refresh token or what was granted. */
import { SECOND } from '../durations.js';
import {
  type About,
  duration,
  listed,
  NEW_AUTHORIZATION,
  redirectWhy,
  type Wording,
  type Words,
} from './wording.js';

const ONE_REFRESH =
  'Store the new refresh token of every answer before you use it. If two processes refresh at once, let one do it and share the token.';

function unknownCode({ history: { codeIssuedAt, codeRedeemedAt, endedAt }, at, codeTtl }: About): Words {
  if (codeRedeemedAt !== undefined || endedAt !== undefined) {
    const when = codeRedeemedAt === undefined ? '' : ` ${duration(at - codeRedeemedAt)} before`;
    return [
      `This authorization code was already exchanged${when}, and its authorization has ended since.`,
      'Exchange each code once. Check for two requests with the same code, such as a callback that is loaded twice.',
    ];
  }
  if (codeIssuedAt !== undefined)
    return [
      `The authorization code has expired: it was issued ${duration(at - codeIssuedAt)} before, and a code is valid for ${duration(codeTtl * SECOND)}.`,
      'Exchange the code as soon as the browser brings it. Check for queues, retries and a slow start of your program.',
    ];
  return [
    `The authorization code is unknown: it has expired (a code is valid for ${duration(codeTtl * SECOND)}), was changed on its way, or is of another client.`,
    `Exchange each code at once and unchanged. ${NEW_AUTHORIZATION}`,
  ];
}

export const GRANT_WORDING = {
  redirect_uri_changed: (difference) => [
    redirectWhy(difference, 'the one of the authorization request'),
    'Send the same redirect_uri in both requests, to the character.',
  ],
  verifier_missing: () => [
    'The code_verifier is missing; the authorization request had a code_challenge.',
    'Send the code_verifier that the code_challenge was made of.',
  ],
  verifier_malformed: () => [
    'The code_verifier does not have the right form.',
    'Use 43 to 128 letters, digits and - . _ ~ (RFC 7636 section 4.1).',
  ],
  verifier_unexpected: () => [
    'A code_verifier was sent, but the authorization request had no code_challenge.',
    'Send both or neither.',
  ],
  verifier_mismatch: () => [
    'The code_verifier does not fit the code_challenge of the authorization request.',
    'Keep the verifier of each authorization with its state, and hash it as base64url(SHA-256(verifier)) without padding. A second authorization in another tab often overwrites it.',
  ],
  code_unknown: (_, about) => unknownCode(about),
  code_expired: ({ expiredAt }, { at, codeTtl }) => [
    `The authorization code had expired ${duration(at - expiredAt)} before: a code is valid for ${duration(codeTtl * SECOND)}.`,
    'Exchange the code as soon as the browser brings it. Check for queues, retries and a slow start of your program.',
  ],
  code_reused: ({ redeemedAt }, { at }) => [
    `This authorization code was already exchanged${redeemedAt === undefined ? '' : ` ${duration(at - redeemedAt)} before`}; its tokens were revoked.`,
    `Exchange each code once. Check for two requests with the same code, such as a callback that is loaded twice. ${NEW_AUTHORIZATION}`,
  ],
  code_repeated: () => [
    'The authorization code was exchanged a moment before by another request; the tokens of that one stay valid.',
    'Exchange each code once. Check for a callback that is loaded twice.',
  ],
  refresh_unknown: (_, { history: { endedAt }, at }) =>
    endedAt === undefined
      ? [
          'The refresh token is unknown, expired, revoked or of another client.',
          `${ONE_REFRESH} If the user removed the access, only a new authorization helps.`,
        ]
      : [
          `The authorization of this refresh token was ended ${duration(at - endedAt)} before, because a used code or refresh token came again.`,
          `${NEW_AUTHORIZATION} ${ONE_REFRESH}`,
        ],
  refresh_reused: ({ usedAt, clientIp }, { at }) => [
    `This refresh token was already used${usedAt === undefined ? '' : ` ${duration(at - usedAt)} before`}${clientIp === undefined ? '' : ` by ${clientIp}`}; the authorization was revoked.`,
    `${ONE_REFRESH} ${NEW_AUTHORIZATION}`,
  ],
  other_client: () => [
    'The code or token was issued to another client.',
    'Use the client id that the authorization was started with.',
  ],
  grant_ended: () => [
    'The authorization has ended: by the user, by its end, or with the account.',
    NEW_AUTHORIZATION,
  ],
  scope_beyond_grant: ({ scopes }) => [
    `The refresh names scopes that the user did not grant: ${listed(scopes)}.`,
    'A refresh can only narrow the scope. Leave scope out, or send the user through a new authorization.',
  ],
  scope_removed: () => [
    'The user has just removed a requested scope.',
    'Leave scope out, or ask for it in a new authorization.',
  ],
} satisfies Partial<Wording>;
