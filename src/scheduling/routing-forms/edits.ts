/*
 * One change of a routing form at a time: from the form as it stands to the form as it should be, or why not. Pure; the
 * store calls them under the lock of the form.
 */
import type { PropertyFault } from '../../errors.js';
import type { Action, FormDefinition, FormField, FormRoute } from './routing-form.js';
import {
  actionFaults,
  fieldFaults,
  FIELDS_PER_FORM,
  headFaults,
  routeFaults,
  ROUTES_PER_FORM,
  tidied,
} from './rules.js';

/** `gone`: what was to change is not there any more. */
export type Revised =
  | { readonly kind: 'revised'; readonly definition: FormDefinition }
  | { readonly kind: 'refused'; readonly faults: readonly PropertyFault[] }
  | { readonly kind: 'gone' };

export type Revise = (current: FormDefinition) => Revised;

const GONE: Revised = { kind: 'gone' };

const unlessFaulty = (definition: FormDefinition, faults: readonly PropertyFault[]): Revised =>
  faults.length === 0 ? { kind: 'revised', definition } : { kind: 'refused', faults };

type Named = { readonly id: string };

/** In its place when it is there, behind the others when it is new. */
const put = <T extends Named>(all: readonly T[], one: T): readonly T[] =>
  all.some(({ id }) => id === one.id)
    ? all.map((other) => (other.id === one.id ? one : other))
    : [...all, one];

const tooMany = (property: string, most: number): readonly PropertyFault[] => [
  { property, message: `would be more than ${most}, which is the most` },
];

export const withHead =
  (head: Pick<FormDefinition, 'name' | 'description'>): Revise =>
  (current) =>
    unlessFaulty({ ...current, ...head }, headFaults(head));

export const switched =
  (disabled: boolean): Revise =>
  (current) => ({ kind: 'revised', definition: { ...current, disabled } });

/** Conditions that fit the question before have to fit it afterwards. */
function brokenRoutes({ routes }: FormDefinition, fields: readonly FormField[]): readonly PropertyFault[] {
  const at = routes.findIndex((route) => routeFaults(route, fields).length > 0);
  return at === -1
    ? []
    : [{ property: 'field', message: `would break route ${at + 1}, which asks about it. Change that first` }];
}

const hasField = ({ fields }: FormDefinition, id: string): boolean => fields.some((field) => field.id === id);

/** `isNew` tells adding from changing one that somebody else has removed. */
export const withField =
  (field: FormField, { isNew }: { readonly isNew: boolean }): Revise =>
  (current) => {
    if (!isNew && !hasField(current, field.id)) return GONE;
    const fields = put(current.fields, field);
    const others = fields.filter(({ id }) => id !== field.id);
    const faults = fieldFaults(field, others);
    if (fields.length > FIELDS_PER_FORM) return unlessFaulty(current, tooMany('field', FIELDS_PER_FORM));
    const broken = faults.length === 0 ? brokenRoutes(current, fields) : [];
    return unlessFaulty({ ...current, fields }, [...faults, ...broken]);
  };

export const withoutField =
  (id: string): Revise =>
  (current) => {
    if (!hasField(current, id)) return GONE;
    const fields = current.fields.filter((field) => field.id !== id);
    return unlessFaulty({ ...current, fields }, brokenRoutes(current, fields));
  };

const hasRoute = ({ routes }: FormDefinition, id: string): boolean => routes.some((route) => route.id === id);

export const withRoute =
  (route: FormRoute, { isNew }: { readonly isNew: boolean }): Revise =>
  (current) => {
    if (!isNew && !hasRoute(current, route.id)) return GONE;
    const routes = put(current.routes, tidied(route, current.fields));
    const crowded = routes.length > ROUTES_PER_FORM ? tooMany('route', ROUTES_PER_FORM) : [];
    return unlessFaulty({ ...current, routes }, [...crowded, ...routeFaults(route, current.fields)]);
  };

export const withoutRoute =
  (id: string): Revise =>
  (current) => {
    if (!hasRoute(current, id)) return GONE;
    const routes = current.routes.filter((route) => route.id !== id);
    return unlessFaulty({ ...current, routes }, []);
  };

export const withFallback =
  (fallback: Action): Revise =>
  (current) =>
    unlessFaulty({ ...current, fallback }, actionFaults(fallback));

function movedUp<T extends Named>(all: readonly T[], id: string): readonly T[] | undefined {
  const at = all.findIndex((one) => one.id === id);
  const [before, one] = [all[at - 1], all[at]];
  if (one === undefined) return undefined;
  return before === undefined ? all : [...all.slice(0, at - 1), one, before, ...all.slice(at + 1)];
}

/** Of the first one nothing changes. */
export const withMovedUp =
  (kind: 'fields' | 'routes', id: string): Revise =>
  (current) => {
    const moved = kind === 'fields' ? movedUp(current.fields, id) : movedUp(current.routes, id);
    return moved === undefined ? GONE : unlessFaulty({ ...current, [kind]: moved }, []);
  };
