/*
 * The Authorization header of a client, read before the provider sees it: a client that tried this way and failed gets
 * 401 with the one scheme there is (RFC 6749 section 5.2), whatever is wrong with it. Secrets are not looked at here.
 */

export type HeaderVerdict =
  | { readonly kind: 'absent' }
  | { readonly kind: 'basic'; readonly clientId: string }
  | { readonly kind: 'refused'; readonly why: string };

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;
/** RFC 6749 appendix A.1 and A.2: VSCHAR. */
const NOT_VSCHAR = /[^\x20-\x7e]/;

const refused = (why: string): HeaderVerdict => ({ kind: 'refused', why });

/** Undefined for what is not the percent-encoded text of RFC 6749 appendix B. */
function unescaped(part: string): string | undefined {
  try {
    const text = decodeURIComponent(part.replaceAll('+', ' '));
    return NOT_VSCHAR.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

function readPair(text: string): HeaderVerdict {
  const colon = text.indexOf(':');
  if (colon === -1) return refused('the Authorization header must carry client_id:client_secret');
  const [clientId, secret] = [unescaped(text.slice(0, colon)), unescaped(text.slice(colon + 1))];
  if (clientId === undefined || secret === undefined)
    return refused('client_id and client_secret in the Authorization header must be percent-encoded');
  if (clientId === '' || secret === '')
    return refused('client_id or client_secret in the Authorization header is empty');
  return { kind: 'basic', clientId };
}

/** RFC 6749 section 2.3.1. `header` as sent. */
export function readClientHeader(header: string | undefined): HeaderVerdict {
  if (header === undefined) return { kind: 'absent' };
  const [scheme = '', encoded = '', ...rest] = header.split(' ');
  if (scheme.toLowerCase() !== 'basic') return refused('the Authorization header must use the scheme Basic');
  if (encoded === '' || rest.length > 0 || !BASE64.test(encoded))
    return refused('what follows Basic in the Authorization header must be base64');
  return readPair(Buffer.from(encoded, 'base64').toString('utf8'));
}
