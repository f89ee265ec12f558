/*
 * What a user leaves of a grant, read from their answer. Pure. A grant for all teams or all organizations asks as the
 * consent page does; a grant for chosen ones lists them in boxes, and those that stay ticked are kept.
 */
import { SCOPE_NAMES, type ScopeName } from '../../scopes/catalogue.js';
import { grantedScope, type GrantedScope } from '../../scopes/policy.js';
import { isEverywhere } from '../../scopes/granted-resources.js';
import type { GrantedResources, GrantedIds } from '../../scopes/granted-resources.js';
import type { GrantLimits } from '../../authorization/grants/narrowing.js';
import {
  type ResourceFault,
  type ResourceForm,
  type ResourceOptions,
  readResources,
} from '../../authorization/consent/resource-choice.js';

/** In place of an answer: the boxes of `place` say it. */
export const LISTED = 'listed';

export interface KeptForm extends ResourceForm {
  readonly scope: readonly string[];
  readonly place: readonly string[];
}

export type KeptFault = ResourceFault | 'nothing_ticked';

/** Of an unrestricted grant everything can be ticked off. */
export const namesToKeep = (scope: GrantedScope): readonly ScopeName[] =>
  scope.kind === 'unrestricted' ? SCOPE_NAMES : [...scope.names];

const idsIn = (values: readonly string[]): readonly number[] =>
  values.filter((value) => /^\d{1,9}$/.test(value)).map(Number);

const unlessListed = (answer: string): string => (answer === LISTED ? 'all' : answer);

/** `granted`: the present scope of the grant. A form that lacks a field takes nothing by that. */
export function readKept(
  granted: GrantedScope,
  form: KeptForm,
  offer: ResourceOptions,
): GrantLimits | KeptFault {
  const names = namesToKeep(granted);
  const ticked = names.filter((name) => form.scope.includes(name));
  if (ticked.length === 0) return 'nothing_ticked';
  const asked = { ...form, reach: unlessListed(form.reach), organization: unlessListed(form.organization) };
  const chosen = readResources(ticked, asked, offer);
  if (typeof chosen === 'string') return chosen;
  const listed = (answer: string, otherwise: GrantedIds): GrantedIds =>
    answer === LISTED ? idsIn(form.place) : otherwise;
  const resources: GrantedResources = {
    teams: listed(form.reach, chosen.teams),
    organizations: listed(form.organization, chosen.organizations),
  };
  const isAll = ticked.length === names.length && isEverywhere(resources);
  return { scope: isAll ? granted : grantedScope(ticked), resources };
}
