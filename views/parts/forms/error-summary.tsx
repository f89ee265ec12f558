/* On top of a form that was not saved: what is wrong, with links to the fields. It has the focus when the page opens. */
import type { VNode } from 'preact';
import { Icon } from '../icon.js';

/** By the id of a field. */
export type FaultsById = Readonly<Partial<Record<string, readonly string[]>>>;

export interface ErrorSummaryProps {
  readonly title: string;
  readonly faults: FaultsById;
  /** About no field. */
  readonly reasons?: readonly string[];
}

export const ErrorSummary = ({ title, faults, reasons = [] }: ErrorSummaryProps): VNode => {
  const linked = Object.entries(faults).flatMap(([id, sentences = []]) =>
    sentences.map((sentence) => ({ id, sentence })),
  );
  return (
    <div class="notice notice-danger" role="alert" tabIndex={-1} autofocus>
      <Icon shape="danger" />
      <div>
        <p class="notice-title">{title}</p>
        <ul class="plain-list">
          {linked.map(({ id, sentence }) => (
            <li key={id + sentence}>
              <a href={`#${id}`}>{sentence}</a>
            </li>
          ))}
          {reasons.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </div>
    </div>
  );
};
