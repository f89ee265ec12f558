/*
 * Words that names do not use: each has a term of the RFCs or of scheduling instead. A name is split into its words, so
 * `stopWorkshop` contains `workshop`. Columns of the database keep their names.
 */
const RETIRED: ReadonlyMap<string, string> = new Map([
  ['anew', 'again'],
  ['bell', 'wake-up of the worker'],
  ['board', 'availability, blocklist'],
  ['carried', 'sent'],
  ['carrier', 'sender'],
  ['carriers', 'senders'],
  ['cast', 'template'],
  ['desk', 'use cases, command context'],
  ['door', 'endpoint, guard, mount'],
  ['doors', 'endpoints, guards, mounts'],
  ['everybody', 'all users, all members'],
  ['floor', 'layer'],
  ['happening', 'event'],
  ['happenings', 'events'],
  ['hearer', 'subscriber'],
  ['hearers', 'subscribers'],
  ['hears', 'is notified'],
  ['homeward', 'canonical host'],
  ['house', 'service'],
  ['judge', 'evaluate'],
  ['judged', 'evaluated'],
  ['kit', 'dependencies'],
  ['letter', 'mail, notification'],
  ['letters', 'mails, notifications'],
  ['makers', 'developers'],
  ['mend', 'fix'],
  ['mended', 'fixed'],
  ['news', 'event'],
  ['nobody', 'anonymous, none'],
  ['noted', 'indexed, recorded'],
  ['overtaken', 'replaced'],
  ['parcel', 'delivery'],
  ['patience', 'timeout'],
  ['places', 'groups, locations'],
  ['reach', 'granted resources'],
  ['said', 'presenter'],
  ['scene', 'page state'],
  ['scenes', 'page states'],
  ['shown', 'view, presenter'],
  ['standing', 'membership, status, blocklist'],
  ['standings', 'memberships, blocklist'],
  ['stories', 'flows'],
  ['story', 'flow'],
  ['stranger', 'anonymous caller, outsider'],
  ['strangers', 'anonymous callers, outsiders'],
  ['told', 'event, notification'],
  ['turn', 'tick, order, attempt'],
  ['turns', 'ticks, order, attempts'],
  ['undefined', 'deliveries'],
  ['unlisted', 'granted resources'],
  ['voice', 'output'],
  ['whoever', 'user, caller'],
  ['withheld', 'granted resources'],
  ['workshop', 'dependencies'],
  ['world', 'fixture'],
  ['worlds', 'fixtures'],
]);

/** `createTokenDoor`, `TOKEN_DOOR` and `token-door`: the retired words in a name. */
export const retiredIn = (name: string): readonly string[] =>
  /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/.test(name)
    ? []
    : name
        .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
        .split(/[\s_-]+/)
        .map((word) => word.toLowerCase())
        .filter((word) => RETIRED.has(word));

/** Retired as names, but ordinary English in a title. */
const ORDINARY: ReadonlySet<string> = new Set(['letters', 'shown', 'undefined']);

/** The retired words in the title of a test. */
export const retiredInTitle = (title: string): readonly string[] =>
  (title.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => RETIRED.has(word) && !ORDINARY.has(word));

/** Phrases that texts for people do not use: pages, mails, messages of the API and the command line. */
export const RETIRED_PHRASES =
  /\b(?:anew|by their own word|leaves the house|stands (?:at|under)|told of|whoever|is had)\b/i;

/** Phrases that comments and the titles of tests do not use. */
export const RETIRED_PROSE =
  /\b(?:carriers?|happenings?|hearers?|homeward|in their hands|leaves the house|parcels?|whose one is)\b/i;
