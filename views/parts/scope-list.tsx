import type { VNode } from 'preact';

export interface ScopeBox {
  readonly scope: string;
  /** Its meaning for users. */
  readonly label: string;
  /** A write scope. */
  readonly write: boolean;
  readonly checked: boolean;
}

export interface ScopeRow {
  readonly area: string;
  /** The READ and the WRITE scope of the area, as far as requested. */
  readonly items: readonly ScopeBox[];
}

export interface ScopeGroup {
  readonly level: 'user' | 'team' | 'organization';
  readonly heading: string;
  readonly rows: readonly ScopeRow[];
}

interface Look {
  /** Label of write scopes. */
  readonly write: string;
  /** Name of the form field; default `scope`. */
  readonly field?: string;
  /** For developers: also the name of the scope. */
  readonly named?: boolean;
}

const Box = ({ item, write, field = 'scope', named }: Look & { item: ScopeBox }): VNode => (
  <label class="box">
    <input type="checkbox" name={field} value={item.scope} checked={item.checked} />
    <span>
      {item.label}
      {named && <code class="scope-name">{item.scope}</code>}
      {item.write && <span class="tag">{write}</span>}
    </span>
  </label>
);

/** One row per area, one checkbox per scope. */
export const ScopeRows = ({ group, ...look }: Look & { group: ScopeGroup }): VNode => (
  <>
    {group.rows.map(({ area, items }, index) => (
      <div class="scope-row" role="group" aria-labelledby={`${group.level}-${index}`} key={area}>
        <p class="scope-area" id={`${group.level}-${index}`}>
          {area}
        </p>
        <div class="scope-boxes">
          {items.map((item) => (
            <Box key={item.scope} item={item} {...look} />
          ))}
        </div>
      </div>
    ))}
  </>
);

/** One fieldset per level. */
export const ScopeList = ({ group, write }: { group: ScopeGroup; write: string }): VNode => (
  <fieldset class="scopes">
    <legend>{group.heading}</legend>
    <ScopeRows group={group} write={write} />
  </fieldset>
);
