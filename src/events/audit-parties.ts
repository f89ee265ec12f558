/*
 * How people name the parties of the audit log: accounts by e-mail address, clients by their id, everything else as the
 * log itself writes it (`system`, `cli`, `family:...`).
 */

export type FindAccount = (email: string) => Promise<{ readonly id: number } | undefined>;

const MADE_CLIENT_ID = /^[0-9a-f]{64}$/;

/** The party as the log writes it; undefined for an address that no account has. */
async function partyOf(
  text: string,
  bare: (text: string) => string,
  find: FindAccount,
): Promise<string | undefined> {
  if (text.includes(':')) return text;
  if (!text.includes('@')) return bare(text);
  const account = await find(text);
  return account && `account:${account.id}`;
}

/** A word is an actor of the service (`system`, `cli`), unless it is a client id. */
export const actorOf = (text: string, find: FindAccount): Promise<string | undefined> =>
  partyOf(text, (word) => (MADE_CLIENT_ID.test(word) ? `client:${word}` : word), find);

/** A word is a client id, since imported clients keep their ids. */
export const subjectOf = (text: string, find: FindAccount): Promise<string | undefined> =>
  partyOf(text, (word) => `client:${word}`, find);
