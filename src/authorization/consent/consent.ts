/* The consent page: its groups of scopes and the meaning of its form. Pure. READ and WRITE of one area share a row. */
import { AREA_LABELS, LEVEL_LABELS, LEVELS, SCOPES, type ScopeName } from '../../scopes/catalogue.js';
import { grantedScope, type GrantedScope, outside, UNRESTRICTED } from '../../scopes/policy.js';
import { EVERYWHERE } from '../../scopes/granted-resources.js';
import type { GrantedResources } from '../../scopes/granted-resources.js';
import { type GrantEnd, readGrantEnd } from '../grants/revocation.js';
import {
  type ResourceFault,
  type ResourceForm,
  type ResourceOptions,
  readResources,
} from './resource-choice.js';

export interface ConsentItem {
  readonly scope: ScopeName;
  readonly label: string;
  readonly write: boolean;
  readonly checked: boolean;
}
export interface ConsentRow {
  readonly area: string;
  readonly items: readonly ConsentItem[];
}
export interface ConsentGroup {
  readonly level: (typeof LEVELS)[number];
  readonly heading: string;
  readonly rows: readonly ConsentRow[];
}

/** What changes data of everybody in an organization is only given by a tick of the user's own. */
export const tickedAtFirst = (requested: readonly ScopeName[]): readonly ScopeName[] =>
  SCOPES.filter(({ level, access }) => level !== 'organization' || access !== 'write')
    .map(({ name }) => name)
    .filter((name) => requested.includes(name));

/** The groups of `offered`, of which `ticked` are checked. */
export function consentGroups(
  offered: Iterable<ScopeName>,
  ticked: Iterable<string>,
): readonly ConsentGroup[] {
  const [names, checked] = [new Set(offered), new Set(ticked)];
  return LEVELS.map((level) => {
    const entries = SCOPES.filter((entry) => entry.level === level && names.has(entry.name));
    const areas = [...new Set(entries.map(({ area }) => area))];
    const rows = areas.map((area) => ({
      area: AREA_LABELS[area],
      items: entries
        .filter((entry) => entry.area === area)
        .map((entry) => ({
          scope: entry.name,
          label: entry.label,
          write: entry.access === 'write',
          checked: checked.has(entry.name),
        })),
    }));
    return { level, heading: LEVEL_LABELS[level], rows };
  }).filter(({ rows }) => rows.length > 0);
}

export type ConsentVerdict =
  | {
      readonly kind: 'granted';
      readonly scope: GrantedScope;
      readonly until: GrantEnd;
      readonly resources: GrantedResources;
    }
  | { readonly kind: 'refused' }
  /** The user can grant none of the requested scopes. */
  | { readonly kind: 'nothing_grantable' }
  | { readonly kind: 'nothing_ticked' }
  /** `until` was not offered. */
  | { readonly kind: 'unknown_end' }
  /** Chosen teams without one; a team or organization that was not offered. */
  | { readonly kind: ResourceFault }
  | { readonly kind: 'no_decision' };

export interface DecisionObserver {
  /** Each answer of a form, also one that asks again. */
  readonly onDecision?: ((decision: ConsentVerdict['kind']) => void) | undefined;
}

export interface ConsentForm extends ResourceForm {
  readonly decision?: string | undefined;
  readonly scope: readonly string[];
  readonly until: string;
}

/** `maxAge`: seconds. */
export interface ConsentLimits {
  readonly maxAge: number;
  readonly offer: ResourceOptions;
}

/** Only requested scopes that the user can grant are granted, whatever the form carries. */
export function decideConsent(
  requested: GrantedScope,
  form: ConsentForm,
  { maxAge, offer }: ConsentLimits,
): ConsentVerdict {
  if (form.decision === 'cancel') return { kind: 'refused' };
  if (form.decision !== 'allow') return { kind: 'no_decision' };
  const until = readGrantEnd(form.until, maxAge);
  if (until === undefined) return { kind: 'unknown_end' };
  if (requested.kind === 'unrestricted')
    return { kind: 'granted', scope: UNRESTRICTED, until, resources: EVERYWHERE };
  const grantable = outside(requested.names, offer.notGrantable);
  if (grantable.length === 0) return { kind: 'nothing_grantable' };
  const granted = grantable.filter((name) => form.scope.includes(name));
  if (granted.length === 0) return { kind: 'nothing_ticked' };
  const resources = readResources(granted, form, offer);
  return typeof resources === 'string'
    ? { kind: resources }
    : { kind: 'granted', scope: grantedScope(granted), until, resources };
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** `12 permissions, 3 make changes`. */
export function describeCount(groups: readonly ConsentGroup[]): string {
  const items = groups.flatMap(({ rows }) => rows.flatMap((row) => row.items));
  const writes = items.filter(({ write }) => write).length;
  const changes = writes === 0 ? 'no changes' : counted(writes, 'makes changes', 'make changes');
  return `${counted(items.length, 'permission', 'permissions')}, ${changes}`;
}

const LEVEL_OBJECTS = {
  user: 'your own bookings and calendars',
  team: 'your teams',
  organization: 'your organization',
} as const;

/** British: no comma before "or". */
const ALTERNATIVES = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** One line: what the application will not be able to do. */
export function describeExclusions(groups: readonly ConsentGroup[]): string {
  const missing = LEVELS.filter((level) => groups.every((group) => group.level !== level));
  const items = groups.flatMap(({ rows }) => rows.flatMap((row) => row.items));
  const exclusions = ['see your password'];
  if (!items.some(({ write }) => write)) exclusions.push('change anything');
  if (missing.length > 0)
    exclusions.push(`reach ${ALTERNATIVES.format(missing.map((level) => LEVEL_OBJECTS[level]))}`);
  return ALTERNATIVES.format(exclusions);
}
