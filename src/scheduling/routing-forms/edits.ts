/*
 * Edits of a routing form: from the current definition to the new one, or to faults. Pure; the store calls them under the
 * lock of the form.
 */
import type { PropertyFault } from '../../errors.js';
import type { Action, FormDefinition, FormField, FormRoute } from './routing-form.js';
import {
  actionFaults,
  fieldFaults,
  FIELDS_PER_FORM,
  headerFaults,
  normalizeRoute,
  routeFaults,
  ROUTES_PER_FORM,
} from './rules.js';

/** `missing`: the question or route does not exist any more. */
export type Revised =
  | { readonly kind: 'revised'; readonly definition: FormDefinition }
  | { readonly kind: 'refused'; readonly faults: readonly PropertyFault[] }
  | { readonly kind: 'missing' };

export type Revise = (current: FormDefinition) => Revised;

const MISSING: Revised = { kind: 'missing' };

const unlessFaulty = (definition: FormDefinition, faults: readonly PropertyFault[]): Revised =>
  faults.length === 0 ? { kind: 'revised', definition } : { kind: 'refused', faults };

interface Part {
  readonly id: string;
}

const has = (parts: readonly Part[], id: string): boolean => parts.some((part) => part.id === id);

/** An existing part keeps its position, a new one is the last. */
const put = <T extends Part>(parts: readonly T[], part: T): readonly T[] =>
  has(parts, part.id) ? parts.map((other) => (other.id === part.id ? part : other)) : [...parts, part];

const without = <T extends Part>(parts: readonly T[], id: string): readonly T[] =>
  parts.filter((part) => part.id !== id);

const tooMany = (property: string, most: number): readonly PropertyFault[] => [
  { property, message: `would be more than ${most}, the maximum` },
];

export const withHead =
  (head: Pick<FormDefinition, 'name' | 'description'>): Revise =>
  (current) =>
    unlessFaulty({ ...current, ...head }, headerFaults(head));

export const withDisabled =
  (disabled: boolean): Revise =>
  (current) => ({ kind: 'revised', definition: { ...current, disabled } });

/** Existing conditions must still fit a changed question. */
function brokenRoutes({ routes }: FormDefinition, fields: readonly FormField[]): readonly PropertyFault[] {
  const at = routes.findIndex((route) => routeFaults(route, fields).length > 0);
  return at === -1
    ? []
    : [{ property: 'field', message: `would break route ${at + 1}, which depends on it. Change that first` }];
}

/** `isNew`: otherwise the question must exist; another administrator may have removed it. */
export const withField =
  (field: FormField, { isNew }: { readonly isNew: boolean }): Revise =>
  (current) => {
    if (!isNew && !has(current.fields, field.id)) return MISSING;
    const fields = put(current.fields, field);
    const faults = fieldFaults(field, without(fields, field.id));
    if (fields.length > FIELDS_PER_FORM) return unlessFaulty(current, tooMany('field', FIELDS_PER_FORM));
    const broken = faults.length === 0 ? brokenRoutes(current, fields) : [];
    return unlessFaulty({ ...current, fields }, [...faults, ...broken]);
  };

export const withoutField =
  (id: string): Revise =>
  (current) => {
    if (!has(current.fields, id)) return MISSING;
    const fields = without(current.fields, id);
    return unlessFaulty({ ...current, fields }, brokenRoutes(current, fields));
  };

export const withRoute =
  (route: FormRoute, { isNew }: { readonly isNew: boolean }): Revise =>
  (current) => {
    if (!isNew && !has(current.routes, route.id)) return MISSING;
    const routes = put(current.routes, normalizeRoute(route, current.fields));
    const tooManyRoutes = routes.length > ROUTES_PER_FORM ? tooMany('route', ROUTES_PER_FORM) : [];
    return unlessFaulty({ ...current, routes }, [...tooManyRoutes, ...routeFaults(route, current.fields)]);
  };

export const withoutRoute =
  (id: string): Revise =>
  (current) => {
    if (!has(current.routes, id)) return MISSING;
    return unlessFaulty({ ...current, routes: without(current.routes, id) }, []);
  };

export const withFallback =
  (fallback: Action): Revise =>
  (current) =>
    unlessFaulty({ ...current, fallback }, actionFaults(fallback));

/** The first one stays the first. */
export const withMovedUp =
  (kind: 'fields' | 'routes', id: string): Revise =>
  (current) => {
    const parts: readonly Part[] = current[kind];
    const at = parts.findIndex((part) => part.id === id);
    if (at === -1) return MISSING;
    const above = Math.max(0, at - 1);
    const moved = [...parts.slice(0, above), ...parts.slice(at, at + 1), ...parts.slice(above, at)];
    return unlessFaulty({ ...current, [kind]: [...moved, ...parts.slice(at + 1)] }, []);
  };
