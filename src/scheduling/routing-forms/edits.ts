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

export type Revise = (standing: FormDefinition) => Revised;

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
  (standing) =>
    unlessFaulty({ ...standing, ...head }, headFaults(head));

export const switched =
  (disabled: boolean): Revise =>
  (standing) => ({ kind: 'revised', definition: { ...standing, disabled } });

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
  (standing) => {
    if (!isNew && !hasField(standing, field.id)) return GONE;
    const fields = put(standing.fields, field);
    const others = fields.filter(({ id }) => id !== field.id);
    const faults = fieldFaults(field, others);
    if (fields.length > FIELDS_PER_FORM) return unlessFaulty(standing, tooMany('field', FIELDS_PER_FORM));
    const broken = faults.length === 0 ? brokenRoutes(standing, fields) : [];
    return unlessFaulty({ ...standing, fields }, [...faults, ...broken]);
  };

export const withoutField =
  (id: string): Revise =>
  (standing) => {
    if (!hasField(standing, id)) return GONE;
    const fields = standing.fields.filter((field) => field.id !== id);
    return unlessFaulty({ ...standing, fields }, brokenRoutes(standing, fields));
  };

const hasRoute = ({ routes }: FormDefinition, id: string): boolean => routes.some((route) => route.id === id);

export const withRoute =
  (route: FormRoute, { isNew }: { readonly isNew: boolean }): Revise =>
  (standing) => {
    if (!isNew && !hasRoute(standing, route.id)) return GONE;
    const routes = put(standing.routes, tidied(route, standing.fields));
    const crowded = routes.length > ROUTES_PER_FORM ? tooMany('route', ROUTES_PER_FORM) : [];
    return unlessFaulty({ ...standing, routes }, [...crowded, ...routeFaults(route, standing.fields)]);
  };

export const withoutRoute =
  (id: string): Revise =>
  (standing) => {
    if (!hasRoute(standing, id)) return GONE;
    const routes = standing.routes.filter((route) => route.id !== id);
    return unlessFaulty({ ...standing, routes }, []);
  };

export const withFallback =
  (fallback: Action): Revise =>
  (standing) =>
    unlessFaulty({ ...standing, fallback }, actionFaults(fallback));

function movedUp<T extends Named>(all: readonly T[], id: string): readonly T[] | undefined {
  const at = all.findIndex((one) => one.id === id);
  const [before, one] = [all[at - 1], all[at]];
  if (one === undefined) return undefined;
  return before === undefined ? all : [...all.slice(0, at - 1), one, before, ...all.slice(at + 1)];
}

/** Of the first one nothing changes. */
export const withMovedUp =
  (kind: 'fields' | 'routes', id: string): Revise =>
  (standing) => {
    const moved = kind === 'fields' ? movedUp(standing.fields, id) : movedUp(standing.routes, id);
    return moved === undefined ? GONE : unlessFaulty({ ...standing, [kind]: moved }, []);
  };
