/* What the primary process and its workers tell each other (node:cluster). */

/** `retire`: another worker has taken its place. `stop`: the whole service ends. */
export type Order = 'retire' | 'stop';

/** `all_metrics`: with those that cost statements and that every worker would say alike. */
export type Question = 'health' | 'metrics' | 'all_metrics';

export type ToWorker =
  | { readonly kind: 'order'; readonly order: Order }
  | { readonly kind: 'question'; readonly id: number; readonly question: Question };

export type FromWorker =
  /** It answers at `url`. */
  | { readonly kind: 'serving'; readonly url: string }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown };
