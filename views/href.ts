/* Every URL in an attribute passes through here, because clients register URLs of their own. */

const isPath = (value: string): boolean => /^\/(?![/\\])/.test(value);

function isWebAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}

/**
 * The URL if it is http(s) without user info or a path on this origin, else undefined, which omits the attribute.
 * Control characters are refused because browsers drop some of them before they parse the scheme.
 */
export function href(value: string | undefined): string | undefined {
  if (value === undefined || /[\p{Cc}\s]/u.test(value)) return undefined;
  return isPath(value) || isWebAddress(value) ? value : undefined;
}
