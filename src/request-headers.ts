import type { IncomingMessage } from 'node:http';

/** Of some headers Node keeps the first value and drops the rest, so only the raw list shows them all. `name`: in lower case. */
export function isSentTwice({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): boolean {
  let seen = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at];
    if (sent?.length === name.length && sent.toLowerCase() === name) seen += 1;
  }
  return seen > 1;
}
