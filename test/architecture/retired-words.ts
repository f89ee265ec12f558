/*
 * Words that the code base does not use in names: each has a term of the RFCs or of scheduling instead. A name is split
 * into its words, so `moveBoard` contains `board`.
 */
const RETIRED: ReadonlyMap<string, string> = new Map([
  ['anew', 'again'],
  ['bell', 'wake-up of the worker'],
  ['board', 'availability, blocklist'],
  ['carrier', 'sender'],
  ['carriers', 'senders'],
  ['desk', 'use cases, command context'],
  ['door', 'endpoint, guard, mount'],
  ['doors', 'endpoints, guards, mounts'],
  ['floor', 'layer'],
  ['happening', 'event'],
  ['happenings', 'events'],
  ['hearer', 'subscriber'],
  ['hearers', 'subscribers'],
  ['homeward', 'canonical host'],
  ['house', 'service'],
  ['judge', 'evaluate'],
  ['kit', 'dependencies'],
  ['letter', 'mail, notification'],
  ['letters', 'mails, notifications'],
  ['mend', 'fix'],
  ['news', 'event'],
  ['noted', 'indexed, recorded'],
  ['parcel', 'delivery'],
  ['undefined', 'deliveries'],
  ['patience', 'timeout'],
  ['said', 'presenter'],
  ['scene', 'page state'],
  ['scenes', 'page states'],
  ['shown', 'view, presenter'],
  ['standing', 'membership, status, blocklist'],
  ['standings', 'memberships, blocklist'],
  ['story', 'flow'],
  ['stories', 'flows'],
  ['stranger', 'anonymous caller, outsider'],
  ['strangers', 'anonymous callers, outsiders'],
  ['told', 'event, notification'],
  ['unlisted', 'granted resources'],
  ['whoever', 'user, caller'],
  ['withheld', 'granted resources'],
  ['world', 'fixture'],
  ['worlds', 'fixtures'],
]);

/** `createTokenDoor`, `TOKEN_DOOR` and `token-door`: the retired words among their words. */
export const retiredIn = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .map((word) => word.toLowerCase())
    .filter((word) => RETIRED.has(word));

/** Phrases that texts for people do not use: pages, mails, messages of the API and the command line. */
export const RETIRED_PHRASES =
  /\b(?:anew|by their own word|leaves the house|stands (?:at|under)|told of|whoever|is had)\b/i;
