/* A row of the tables of metrics. */

export interface MetricRow {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  /** For operators, in Markdown. */
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper bounds of a histogram, in seconds. */
  readonly buckets?: readonly number[];
  /** How the values of several processes become one. */
  readonly processes: 'sum' | 'max' | 'min';
}
