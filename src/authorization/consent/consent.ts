/*
 * What a person is asked and what the answer means; pure. READ and WRITE of one area stand in one row with two boxes.
 */
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
  readonly words: string;
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

/** `requested`: by the authorization request. `ticked`: the names the person had ticked, all at first. */
export function consentGroups(
  requested: Iterable<ScopeName>,
  ticked?: ReadonlySet<string>,
): readonly ConsentGroup[] {
  const asked = new Set(requested);
  return LEVELS.map((level) => {
    const entries = SCOPES.filter((entry) => entry.level === level && asked.has(entry.name));
    const areas = [...new Set(entries.map(({ area }) => area))];
    const rows = areas.map((area) => ({
      area: AREA_LABELS[area],
      items: entries
        .filter((entry) => entry.area === area)
        .map(({ name, words, access }) => ({
          scope: name,
          words,
          write: access === 'write',
          checked: ticked?.has(name) ?? true,
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
  /** All that was asked is somebody else's to give. */
  | { readonly kind: 'nothing_givable' }
  | { readonly kind: 'nothing_ticked' }
  /** Until when: something that was not offered. */
  | { readonly kind: 'unknown_end' }
  /** Chosen teams without one; a team or organization that was not offered. */
  | { readonly kind: ResourceFault }
  | { readonly kind: 'no_decision' };

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

/** Only what was asked can be granted, and of that what the person can give, whatever the form carries. */
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
  const givable = outside(requested.names, offer.notGrantable);
  if (givable.length === 0) return { kind: 'nothing_givable' };
  const granted = givable.filter((name) => form.scope.includes(name));
  if (granted.length === 0) return { kind: 'nothing_ticked' };
  const resources = readResources(granted, form, offer);
  return typeof resources === 'string'
    ? { kind: resources }
    : { kind: 'granted', scope: grantedScope(granted), until, resources };
}

const LEFT_OUT = {
  user: 'your own bookings and calendars',
  team: 'your teams',
  organization: 'your organization',
} as const;

/** One line: what the application will not be able to do. */
export function notAble(groups: readonly ConsentGroup[]): string {
  const present = new Set(groups.map(({ level }) => level));
  const absent = LEVELS.filter((level) => !present.has(level)).map((level) => LEFT_OUT[level]);
  const changes = groups.some(({ rows }) => rows.some(({ items }) => items.some(({ write }) => write)));
  const parts = [
    'see your password',
    ...(changes ? [] : ['change anything']),
    ...(absent.length > 0 ? [`reach ${absent.join(' or ')}`] : []),
  ];
  return `${parts.slice(0, -1).join(', ')}${parts.length > 1 ? ' or ' : ''}${parts.at(-1) ?? ''}`;
}
