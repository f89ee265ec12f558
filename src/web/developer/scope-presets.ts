/* Sets of scopes that a button of the client form selects; nothing is saved. Pure. */
import { PRESET, type PresetName } from '../../../views/developer/scope-picker.js';
import { suggestedScopes } from '../../clients/legacy/migration.js';
import type { Tally } from '../../clients/usage/usage-store.js';
import type { Form } from '../../http/forms.js';
import { type ScopeName, SCOPES } from '../../scopes/catalogue.js';

export interface ScopePreset {
  readonly name: PresetName;
  readonly scopes: readonly ScopeName[];
}

const READ_ONLY: ScopePreset = {
  name: PRESET.readOnly,
  scopes: SCOPES.filter(({ level, access }) => level === 'user' && access === 'read').map(({ name }) => name),
};

/** `tallies`: uses of the client; none of a new one. */
export function scopePresets(tallies: readonly Tally[]): readonly ScopePreset[] {
  const used = suggestedScopes(tallies);
  return used.length === 0 ? [READ_ONLY] : [READ_ONLY, { name: PRESET.used, scopes: used }];
}

/** The one whose button was pressed. */
export const pressedPreset = (form: Form, presets: readonly ScopePreset[]): ScopePreset | undefined =>
  presets.find(({ name }) => name === form.text(PRESET.field));
