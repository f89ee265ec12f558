import type { VNode } from 'preact';

export interface ScopeBox {
  readonly scope: string;
  /** What it lets the application do, in a person's words. */
  readonly words: string;
  /** It changes things rather than only seeing them. */
  readonly write: boolean;
  readonly checked: boolean;
}

export interface ScopeRow {
  readonly area: string;
  /** The READ and the WRITE scope of the area, or the one that was asked for. */
  readonly items: readonly ScopeBox[];
}

export interface ScopeGroup {
  readonly level: 'user' | 'team' | 'organization';
  readonly heading: string;
  readonly rows: readonly ScopeRow[];
}

interface Look {
  /** The word that marks a box that changes things. */
  readonly write: string;
  /** Name of the form field; `scope` when absent. */
  readonly field?: string;
  /** For developers: the scope's own name below its words. */
  readonly named?: boolean;
}

const Box = ({ item, write, field = 'scope', named }: Look & { item: ScopeBox }): VNode => (
  <label class="box">
    <input type="checkbox" name={field} value={item.scope} checked={item.checked} />
    <span>
      {item.words}
      {named && <code class="scope-name">{item.scope}</code>}
      {item.write && <span class="tag">{write}</span>}
    </span>
  </label>
);

/** One fieldset a level, one row an area, one box a scope. */
export const ScopeList = ({ group, ...look }: Look & { group: ScopeGroup }): VNode => (
  <fieldset class="scopes">
    <legend>{group.heading}</legend>
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
  </fieldset>
);
