/* The one gate for addresses that reach an attribute: whatever a stranger registered, it stays an address to visit. */

const isPath = (value: string): boolean => /^\/(?![/\\])/.test(value);

function isWebAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}

/**
 * The address when it is http(s) without user info or a path on this origin, otherwise undefined, which leaves the
 * attribute out. Control characters are refused because browsers drop some of them before they read the scheme.
 */
export function href(value: string | undefined): string | undefined {
  if (value === undefined || /[\p{Cc}\s]/u.test(value)) return undefined;
  return isPath(value) || isWebAddress(value) ? value : undefined;
}
