import type { VNode } from 'preact';
import { Notice } from '../notice.js';

/** By the id of the field. */
export type FaultsById = Readonly<Partial<Record<string, readonly string[]>>>;

const TEXT = 'Nothing was saved. Correct the marked fields.';

/** What is wrong with a form, with links to its fields. It has the focus when the page opens. */
export function ErrorSummary({ faults, title = TEXT }: { faults: FaultsById; title?: string }): VNode | null {
  const entries = Object.entries(faults).flatMap(([id, sentences = []]) =>
    sentences.map((sentence) => ({ id, sentence })),
  );
  if (entries.length === 0) return null;
  return (
    <div class="error-summary" tabIndex={-1} autofocus>
      <Notice kind="danger" title={title}>
        <ul>
          {entries.map(({ id, sentence }) => (
            <li key={`${id} ${sentence}`}>
              <a href={`#${id}`}>{sentence}</a>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
