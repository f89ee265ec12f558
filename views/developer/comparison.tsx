/* Changed fields, before and after. */
import type { VNode } from 'preact';
import { Identifier } from '../parts/text/identifier.js';
import { Logo } from '../parts/logo.js';

export interface ChangeView {
  readonly label: string;
  /** Lines; empty for a field without a value. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** `exact`: identifiers, always left to right. `picture`: the lines are URLs of images. */
  readonly look: 'text' | 'exact' | 'picture';
}

const NOTHING = 'none';
const PICTURE = 'Logo';

interface SideProps {
  readonly heading: string;
  readonly lines: readonly string[];
  readonly others: readonly string[];
  readonly mark: 'del' | 'ins';
  readonly look: ChangeView['look'];
}

const LINES: Readonly<Record<ChangeView['look'], (text: string) => VNode>> = {
  text: (text) => <bdi>{text}</bdi>,
  exact: (text) => <Identifier value={text} />,
  picture: (text) => <Logo name="" url={text} size="large" alt={PICTURE} />,
};

const Side = ({ heading, lines, others, mark: Mark, look }: SideProps): VNode => (
  <div>
    <dt>{heading}</dt>
    {lines.length === 0 && <dd class="hint">{NOTHING}</dd>}
    {lines.map((text) => (
      <dd key={text}>{others.includes(text) ? LINES[look](text) : <Mark>{LINES[look](text)}</Mark>}</dd>
    ))}
  </div>
);

export const Comparison = (props: {
  changes: readonly ChangeView[];
  before: string;
  after: string;
}): VNode => (
  <div class="comparison">
    {props.changes.map(({ label, before, after, look }) => (
      <section key={label}>
        <h3>{label}</h3>
        <dl>
          <Side heading={props.before} lines={before} others={after} mark="del" look={look} />
          <Side heading={props.after} lines={after} others={before} mark="ins" look={look} />
        </dl>
      </section>
    ))}
  </div>
);
