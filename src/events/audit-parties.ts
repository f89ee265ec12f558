/*
 * Parses the parties of the audit log as people enter them: accounts by e-mail address, clients by id, everything else
 * as the log writes it (`system`, `cli`, `family:...`).
 */

export type FindAccount = (email: string) => Promise<{ readonly id: number } | undefined>;

const GENERATED_CLIENT_ID = /^[0-9a-f]{64}$/;

/** The party as the log writes it; undefined for an unknown e-mail address. */
async function partyOf(
  text: string,
  partyOfName: (name: string) => string,
  find: FindAccount,
): Promise<string | undefined> {
  if (text.includes(':')) return text;
  if (!text.includes('@')) return partyOfName(text);
  const account = await find(text);
  return account && `account:${account.id}`;
}

/** A plain name is an actor of the service (`system`, `cli`), unless it is a client id. */
export const actorOf = (text: string, find: FindAccount): Promise<string | undefined> =>
  partyOf(text, (name) => (GENERATED_CLIENT_ID.test(name) ? `client:${name}` : name), find);

/** A plain name is a client id: imported clients keep theirs, in any form. */
export const subjectOf = (text: string, find: FindAccount): Promise<string | undefined> =>
  partyOf(text, (id) => `client:${id}`, find);
