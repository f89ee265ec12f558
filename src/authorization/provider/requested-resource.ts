/*
 * The `resource` of a request (RFC 8707). There is one protected resource, `{base_url}/v2`. Clients also derive its origin
 * or the address of an endpoint from what they call, and get metadata for each (RFC 9728 section 3.3). Pure.
 */

/** The audience of every access token. `baseUrl`: the origin of the API, without a slash at its end. */
export const audience = (baseUrl: string): string => `${baseUrl}/v2`;

/** Section 2: an absolute URI without a fragment. */
export function isOwnResource(resource: string, baseUrl: string): boolean {
  const url = URL.parse(resource);
  if (url === null || /[?#@\\]/.test(resource) || url.origin !== baseUrl) return false;
  return url.pathname === '/' || `${url.pathname}/`.startsWith('/v2/');
}

export const unknownResource = (baseUrl: string): string =>
  `resource must be ${audience(baseUrl)}, or be left out`;
