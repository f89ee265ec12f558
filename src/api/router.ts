/*
 * Finds the route of an address. Segments are compared as they were sent, letter by letter; a parameter is decoded
 * once, here. A path with a slash at its end, in other letters or in another encoding is another path, and unknown.
 * koa-router is not used here: it tries the pattern of every route for each request, which takes 14 µs of CPU among 275
 * routes, and this 1.5 µs; docs/performance.md has what a whole call costs.
 */
import { badRequest, methodNotAllowed, notFound } from '../errors.js';
import type { Method, Route } from './route.js';

export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

interface Leaf {
  /** The same for every method, names of parameters included. */
  readonly pattern: string;
  readonly routes: Map<Method, Route>;
  /** Parameter names in the order of the path, the same for every method. */
  readonly names: readonly string[];
}

interface Branch {
  readonly fixed: Map<string, Branch>;
  anything?: Branch;
  leaf?: Leaf;
}

const NO_PARAMS: Match['params'] = Object.freeze({});

const branch = (): Branch => ({ fixed: new Map() });

function descend(from: Branch, segment: string): Branch {
  if (segment.startsWith(':')) return (from.anything ??= branch());
  const known = from.fixed.get(segment);
  if (known !== undefined) return known;
  const added = branch();
  from.fixed.set(segment, added);
  return added;
}

function plant(root: Branch, route: Route): void {
  const segments = route.path.split('/').slice(1);
  const names = segments.filter((segment) => segment.startsWith(':')).map((segment) => segment.slice(1));
  const end = segments.reduce(descend, root);
  end.leaf ??= { pattern: route.path, routes: new Map(), names };
  if (end.leaf.names.join() !== names.join())
    throw new Error(`${route.path}: its parameters have two sets of names`);
  if (end.leaf.routes.has(route.method)) throw new Error(`${route.method} ${route.path} is declared twice`);
  end.leaf.routes.set(route.method, route);
}

/** A fixed segment wins over a parameter; `values` holds the parameters of the way that led to the leaf. */
function find(from: Branch, segments: readonly string[], at: number, values: string[]): Leaf | undefined {
  const segment = segments[at];
  if (segment === undefined) return from.leaf;
  const next = from.fixed.get(segment);
  const fixed = next && find(next, segments, at + 1, values);
  if (fixed !== undefined || from.anything === undefined || segment === '') return fixed;
  values.push(segment);
  const leaf = find(from.anything, segments, at + 1, values);
  if (leaf === undefined) values.pop();
  return leaf;
}

function decode(value: string): string {
  try {
    const text = decodeURIComponent(value);
    if (!text.includes('\0')) return text;
  } catch {
    // falls through: broken UTF-8 and a NUL character are refused alike
  }
  throw badRequest('The address is not properly encoded.');
}

const allowed = ({ routes }: Leaf): readonly string[] =>
  [...(routes.has('GET') ? ['HEAD'] : []), ...routes.keys(), 'OPTIONS'].sort();

function choose(leaf: Leaf, method: string, params: Match['params']): Match {
  const route = leaf.routes.get((method === 'HEAD' ? 'GET' : method) as Method);
  if (route === undefined) throw methodNotAllowed(allowed(leaf));
  return { route, params };
}

export interface Router {
  /** Throws 404 for an unknown path and 405 for a known one under another method. */
  match(method: string, path: string): Match;
  /** Undefined for an unknown path. */
  methods(path: string): readonly string[] | undefined;
  /** The path of the routes that a path belongs to, under any method; undefined for an unknown path. */
  pattern(path: string): string | undefined;
}

export function createRouter(routes: readonly Route[]): Router {
  const root = branch();
  for (const route of routes) plant(root, route);
  const straight = new Map<string, Leaf>();
  for (const { path } of routes) {
    const leaf = find(root, path.split('/').slice(1), 0, []);
    if (leaf?.names.length === 0) straight.set(path, leaf);
  }
  const search = (path: string, values: string[]): Leaf | undefined =>
    straight.get(path) ?? find(root, path.split('/').slice(1), 0, values);
  return {
    match(method, path) {
      const values: string[] = [];
      const leaf = search(path, values);
      if (leaf === undefined) throw notFound();
      if (leaf.names.length === 0) return choose(leaf, method, NO_PARAMS);
      return choose(
        leaf,
        method,
        Object.fromEntries(leaf.names.map((name, at) => [name, decode(values[at] ?? '')])),
      );
    },
    methods(path) {
      const leaf = search(path, []);
      return leaf && allowed(leaf);
    },
    pattern: (path) => search(path, [])?.pattern,
  };
}
