/*
 * Reads the query of an address: repeated names, `a[]=1` and `a[0]=1` are the same list, `a[0][b]=1` is a list of objects.
 * What is nearly a known parameter, or has brackets and is none, is a fault: a filter that nobody applied would show more
 * than was asked for.
 */
import { badRequest, invalidInput } from '../errors.js';
import type { PropertyFault } from '../errors.js';
import { formPairs } from '../request-body.js';
import { storableFaults } from './bodies.js';
import { nearestName } from './nearest-name.js';

const QUERY_LIMIT = 100;

export type QueryValue = string | readonly QueryValue[] | { readonly [name: string]: QueryValue };

export interface ReadQuery {
  readonly values: Readonly<Record<string, QueryValue>>;
  readonly faults: readonly PropertyFault[];
}

/** What was sent under one name. */
interface Sent {
  readonly texts: string[];
  /** By what is between the brackets. */
  readonly inner: Map<string, Sent>;
  /** `a[]` is a list with one value too. */
  isList: boolean;
}

const NAME = /^([^[\]]+)((?:\[[^[\]]*\]){0,3})$/;
const INDEX = /^\d{1,4}$/;

const nothingSent = (): Sent => ({ texts: [], inner: new Map(), isList: false });

function under(sents: Map<string, Sent>, name: string): Sent {
  const sent = sents.get(name) ?? nothingSent();
  sents.set(name, sent);
  return sent;
}

function add(sents: Map<string, Sent>, base: string, brackets: string, text: string): void {
  const keys = brackets === '' ? [] : brackets.slice(1, -1).split('][');
  const isAppended = keys.at(-1) === '';
  const sent = (isAppended ? keys.slice(0, -1) : keys).reduce(
    (at, key) => under(at.inner, key),
    under(sents, base),
  );
  sent.texts.push(text);
  sent.isList ||= isAppended;
}

function valueOf({ texts, inner, isList }: Sent): QueryValue {
  const [only, ...others] = texts;
  if (inner.size === 0) return only !== undefined && others.length === 0 && !isList ? only : texts;
  if (![...inner.keys()].every((key) => INDEX.test(key))) {
    const object = Object.fromEntries([...inner].map(([key, sent]) => [key, valueOf(sent)]));
    return texts.length === 0 ? object : [...texts, object];
  }
  const ordered = [...inner].sort(([a], [b]) => Number(a) - Number(b));
  return [...texts, ...ordered.flatMap(([, sent]) => valueOf(sent))];
}

function pairsOf(text: string): readonly (readonly [string, string])[] {
  try {
    return [...formPairs(text)];
  } catch {
    throw badRequest('The query is not properly encoded.');
  }
}

/** Undefined for a name that has nothing to do with the known ones. */
function faultOf(name: string, known: readonly string[]): PropertyFault | undefined {
  const [base = '', ...rest] = name.split(/[[\]]/);
  const meant = nearestName(base, known);
  if (meant === undefined && rest.length === 0) return undefined;
  const hint = meant === undefined ? '' : `: write ${meant}`;
  return { property: name, message: `is not a parameter of this endpoint${hint}` };
}

/** `known`: the parameters of the route. Unrelated ones are left out. */
export function readQuery(text: string, known: readonly string[]): ReadQuery {
  const pairs = pairsOf(text);
  if (pairs.length > QUERY_LIMIT) throw badRequest(`The query has more than ${QUERY_LIMIT} parameters.`);
  const unstorable = storableFaults(pairs);
  if (unstorable.length > 0) throw invalidInput(unstorable);
  const sents = new Map<string, Sent>();
  const faults: PropertyFault[] = [];
  for (const [name, value] of pairs) {
    const [, base = '', brackets = ''] = NAME.exec(name) ?? [];
    if (known.includes(base)) add(sents, base, brackets, value);
    else faults.push(...[faultOf(name, known) ?? []].flat());
  }
  return { values: Object.fromEntries([...sents].map(([name, sent]) => [name, valueOf(sent)])), faults };
}
