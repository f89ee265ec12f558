/* The stores, what is wrong with them, and their warnings. Data: web/administration. */
import type { VNode } from 'preact';
import { Badge } from '../parts/badge.js';
import { Notice } from '../parts/notice.js';

export interface StoreView {
  readonly store: string;
  /** Absent when it does not answer. */
  readonly version?: string;
  readonly latencyMs?: number;
  readonly schema?: string;
}

export interface StoreRemark {
  readonly store: string;
  readonly reason: string;
}

const TEXT = {
  silent: 'Does not answer',
  answered: 'Answered in',
  schema: 'Schema',
  warnings: 'Warnings about the stores',
} as const;

export const StoreRows = ({ stores }: { readonly stores: readonly StoreView[] }): VNode => (
  <ul class="rows">
    {stores.map(({ store, version, latencyMs, schema }) => (
      <li key={store}>
        <strong>{version ?? store}</strong>
        {latencyMs === undefined ? (
          <Badge kind="danger" text={TEXT.silent} />
        ) : (
          <Badge kind="good" text={`${TEXT.answered} ${latencyMs} ms`} />
        )}
        {schema !== undefined && (
          <p class="hint">
            {TEXT.schema} {schema}
          </p>
        )}
      </li>
    ))}
  </ul>
);

export const StoreWarnings = ({ warnings }: { readonly warnings: readonly StoreRemark[] }): VNode | null =>
  warnings.length === 0 ? null : (
    <Notice kind="warning" title={TEXT.warnings}>
      <ul class="plain-list ink">
        {warnings.map(({ reason }) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Notice>
  );
