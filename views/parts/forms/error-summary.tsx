/* What is wrong with a form, on top of it, with a link to each field. It has the focus when the page opens. */
import type { VNode } from 'preact';
import { Icon } from '../icon.js';

export interface FaultyField {
  /** The id of its control. */
  readonly id: string;
  readonly label: string;
  readonly sentence: string;
}

const TITLE = 'Please check what you filled in';

export const ErrorSummary = ({ fields }: { fields: readonly FaultyField[] }): VNode | null =>
  fields.length === 0 ? null : (
    <div class="notice notice-danger" role="alert" tabIndex={-1} autofocus>
      <Icon shape="danger" />
      <div>
        <p class="notice-title">{TITLE}</p>
        <ul class="plain-list">
          {fields.map(({ id, label, sentence }) => (
            <li key={id}>
              <a href={`#${id}`}>
                <bdi>{label}</bdi>
              </a>
              : {sentence}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
