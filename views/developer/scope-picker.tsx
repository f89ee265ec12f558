/* The scopes in the client form: by level, with counters, presets, and a search that assets/scope-picker.js shows. */
import type { ComponentChildren, VNode } from 'preact';
import { assetUrl } from '../asset-files.js';
import { Button } from '../parts/forms/button.js';
import { counted } from '../parts/text/counted.js';
import { Notice } from '../parts/notice.js';
import { type ScopeGroup, ScopeRows } from '../parts/scope-list.js';

/** Name of the buttons that select a set of scopes, and their values. */
export const PRESET = { field: 'preset', readOnly: 'read_only', used: 'used' } as const;

export type PresetName = typeof PRESET.readOnly | typeof PRESET.used;

export interface ScopePickerProps {
  readonly groups: readonly ScopeGroup[];
  /** Every level is open; otherwise those with a selected scope. */
  readonly open: boolean;
  readonly presets: readonly PresetName[];
  /** The preset that was pressed just now. */
  readonly applied?: PresetName | undefined;
  /** Where the form is sent to. */
  readonly action: string;
}

const PRESETS: Readonly<Record<PresetName, string>> = {
  read_only: 'Read only',
  used: 'As used in the last 30 days',
};

const TEXT = {
  write: 'makes changes',
  of: 'of',
  selected: 'selected',
  presets: 'Presets',
  presetsHint: 'A preset replaces what is selected. Nothing is saved yet.',
  readOnlyHint: 'Read only: every READ scope of the user level.',
  usedHint: 'As used: the scopes that its calls of the last 30 days needed.',
  applied: (preset: string, count: number) => `“${preset}” is selected: ${counted(count, 'scope')}`,
  appliedDetail: 'Nothing is saved yet. Everything else you entered is kept.',
  search: 'Find a scope',
  searchHint: 'Part of its name or of what it allows.',
  found: '{found} of {all} scopes found',
  noneFound: 'No scope found',
  covers:
    'Each ORG_ scope satisfies the TEAM_ scope of the same name in every team of the organization: ORG_BOOKING_READ satisfies TEAM_BOOKING_READ. A request can name only what is selected here.',
} as const;

const boxesIn = (groups: readonly ScopeGroup[]) =>
  groups.flatMap(({ rows }) => rows.flatMap(({ items }) => items));

/** The script keeps the number current. */
const Counter = ({ groups, children }: { groups: readonly ScopeGroup[]; children?: ComponentChildren }) => {
  const boxes = boxesIn(groups);
  return (
    <span class="scope-count">
      <span data-ticked>{boxes.filter(({ checked }) => checked).length}</span> {TEXT.of} {boxes.length}
      {children}
    </span>
  );
};

const Search = ({ all }: { all: number }): VNode => (
  <div class="field" data-scope-search hidden>
    <label for="scope-search">{TEXT.search}</label>
    <p class="hint" id="scope-search-hint">
      {TEXT.searchHint}
    </p>
    <input
      type="search"
      id="scope-search"
      aria-describedby="scope-search-hint"
      autocomplete="off"
      autocapitalize="none"
      spellcheck={false}
    />
    <p
      class="hint"
      role="status"
      data-found={TEXT.found.replace('{all}', String(all))}
      data-none={TEXT.noneFound}
    />
  </div>
);

/** The page comes back at the scopes. */
const Presets = ({ presets, action }: ScopePickerProps): VNode => (
  <div role="group" aria-labelledby="presets" class="presets">
    <h3 id="presets">{TEXT.presets}</h3>
    <p class="hint">
      {TEXT.presetsHint} {TEXT.readOnlyHint} {presets.includes(PRESET.used) && TEXT.usedHint}
    </p>
    <div class="actions">
      {presets.map((preset) => (
        <Button
          key={preset}
          look="plain"
          name={PRESET.field}
          value={preset}
          formAction={`${action}#scopes`}
          formNoValidate
        >
          {PRESETS[preset]}
        </Button>
      ))}
    </div>
  </div>
);

const Level = ({ group, open }: { group: ScopeGroup; open: boolean }): VNode => (
  <details
    class={`level level-${group.level}`}
    open={open || boxesIn([group]).some(({ checked }) => checked)}
  >
    <summary>
      <h3>{group.heading}</h3> <Counter groups={[group]} />
    </summary>
    {group.level === 'organization' && <p class="hint">{TEXT.covers}</p>}
    <ScopeRows group={group} write={TEXT.write} field="scopes" named />
  </details>
);

export const ScopePicker = (props: ScopePickerProps): VNode => {
  const { groups, open, applied } = props;
  const boxes = boxesIn(groups);
  const ticked = boxes.filter(({ checked }) => checked).length;
  return (
    <div class="scope-picker" data-scope-picker>
      {applied && (
        <Notice kind="info" title={TEXT.applied(PRESETS[applied], ticked)} detail={TEXT.appliedDetail} />
      )}
      <Presets {...props} />
      <Search all={boxes.length} />
      <p>
        <Counter groups={groups}> {TEXT.selected}</Counter>
      </p>
      {groups.map((group) => (
        <Level key={group.level} group={group} open={open} />
      ))}
    </div>
  );
};

/** For the end of the page; its response must allow scripts (http/security-headers). */
export const ScopePickerScript = (): VNode => <script type="module" src={assetUrl('scope-picker.js')} />;
