/*
 * Finds a member that an object of a JSON text has twice. Of two equal names JSON.parse uses the last one, and another
 * reader of the same text the first: RFC 8259 section 4 calls that unpredictable.
 */

/** Strings and the characters that structure a JSON text; numbers, literals and white space lie between them. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

interface Level {
  /** Of an object, those so far. */
  readonly names: Set<string>;
  /** The name of the member that is being read, or the index of the element. */
  at: string | number;
}

const pathOf = (levels: readonly Level[]): string => levels.map(({ at }) => String(at)).join('.');

/** Moves on at a comma or a colon. True for a name that the object has already. `literal`: the string before it. */
function moveOn(level: Level, token: string, literal: string): boolean {
  if (typeof level.at === 'number') level.at += 1;
  if (token !== ':') return false;
  level.at = JSON.parse(literal) as string;
  const isRepeated = level.names.has(level.at);
  level.names.add(level.at);
  return isRepeated;
}

/** The path of the first one, `attendee.email`; undefined without one. `json`: a text that JSON.parse accepts. */
export function repeatedMember(json: string): string | undefined {
  const levels: Level[] = [];
  let literal = '';
  for (const [token] of json.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token.startsWith('"')) literal = token;
    else if (token === '{' || token === '[') levels.push({ names: new Set(), at: token === '{' ? '' : 0 });
    else if (token === '}' || token === ']') levels.pop();
    else if (level !== undefined && moveOn(level, token, literal)) return pathOf(levels);
  }
  return undefined;
}
