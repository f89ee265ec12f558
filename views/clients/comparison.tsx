/* Field by field, before and after; unchanged fields are not there. */
import type { VNode } from 'preact';

export interface ShownChange {
  readonly label: string;
  /** Lines; empty where there is nothing. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Addresses and scope names: read left to right, letter by letter. */
  readonly exact: boolean;
}

const NOTHING = 'nothing';

interface SideProps {
  readonly heading: string;
  readonly lines: readonly string[];
  readonly others: readonly string[];
  readonly mark: 'del' | 'ins';
  readonly exact: boolean;
}

const Line = ({ text, exact }: { text: string; exact: boolean }): VNode =>
  exact ? (
    <code class="identifier" dir="ltr">
      {text}
    </code>
  ) : (
    <bdi>{text}</bdi>
  );

const Side = ({ heading, lines, others, mark: Mark, exact }: SideProps): VNode => (
  <div>
    <dt>{heading}</dt>
    {lines.length === 0 && <dd class="hint">{NOTHING}</dd>}
    {lines.map((text) => (
      <dd key={text}>
        {others.includes(text) ? (
          <Line text={text} exact={exact} />
        ) : (
          <Mark>
            <Line text={text} exact={exact} />
          </Mark>
        )}
      </dd>
    ))}
  </div>
);

export const Comparison = (props: {
  changes: readonly ShownChange[];
  before: string;
  after: string;
}): VNode => (
  <div class="comparison">
    {props.changes.map(({ label, before, after, exact }) => (
      <section key={label}>
        <h3>{label}</h3>
        <dl>
          <Side heading={props.before} lines={before} others={after} mark="del" exact={exact} />
          <Side heading={props.after} lines={after} others={before} mark="ins" exact={exact} />
        </dl>
      </section>
    ))}
  </div>
);
