/*
 * Reads from a user's answer what stays of a grant. Pure. A grant for all teams or all organizations asks as the consent
 * page does; a grant for chosen ones lists them in boxes, and the ticked ones stay.
 */
import { SCOPE_NAMES, type ScopeName } from '../../scopes/catalogue.js';
import { grantedScope, type GrantedScope } from '../../scopes/policy.js';
import { type GrantedIds, type GrantedResources, isEverywhere } from '../../scopes/granted-resources.js';
import type { GrantLimits } from '../../authorization/grants/narrowing.js';
import {
  type ResourceFault,
  type ResourceForm,
  type ResourceOptions,
  readResources,
} from '../../authorization/consent/resource-choice.js';

/** Instead of an answer: the boxes `listed_group` are the answer. */
export const LISTED = 'listed';

export interface LimitForm extends ResourceForm {
  readonly scope: readonly string[];
  readonly listedGroups: readonly string[];
}

export type LimitFault = ResourceFault | 'nothing_ticked';

/** Every scope of an unrestricted grant can be unticked. */
export const namesToKeep = (scope: GrantedScope): readonly ScopeName[] =>
  scope.kind === 'unrestricted' ? SCOPE_NAMES : [...scope.names];

const idsIn = (values: readonly string[]): readonly number[] =>
  values.filter((value) => /^\d{1,9}$/.test(value)).map(Number);

const unlessListed = (answer: string): string => (answer === LISTED ? 'all' : answer);

/** `granted`: the current scope of the grant. A form without a field takes nothing away by that. */
export function readLimits(
  granted: GrantedScope,
  form: LimitForm,
  offer: ResourceOptions,
): GrantLimits | LimitFault {
  const names = namesToKeep(granted);
  const ticked = names.filter((name) => form.scope.includes(name));
  if (ticked.length === 0) return 'nothing_ticked';
  const answer = {
    ...form,
    teamChoice: unlessListed(form.teamChoice),
    organization: unlessListed(form.organization),
  };
  const chosen = readResources(ticked, answer, offer);
  if (typeof chosen === 'string') return chosen;
  const listed = (answer: string, otherwise: GrantedIds): GrantedIds =>
    answer === LISTED ? idsIn(form.listedGroups) : otherwise;
  const resources: GrantedResources = {
    teams: listed(form.teamChoice, chosen.teams),
    organizations: listed(form.organization, chosen.organizations),
  };
  const isAll = ticked.length === names.length && isEverywhere(resources);
  return { scope: isAll ? granted : grantedScope(ticked), resources };
}
