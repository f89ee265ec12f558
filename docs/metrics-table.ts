/* The table of metrics in docs/operating.md, from the table of the program and the summaries of the alert rules. */
import { readFileSync } from 'node:fs';
import type { MetricRow } from '../src/metrics/row.js';
import { METRICS } from '../src/metrics/table.js';

const BEGIN =
  '<!-- Written by `npm run docs` from src/metrics/table.ts and deploy/prometheus/slotkey-alerts.yml. -->';
const END = '<!-- End of the written part. -->';
const RULES = new URL('../deploy/prometheus/slotkey-alerts.yml', import.meta.url);

export interface AlertRule {
  readonly name: string;
  /** With its lines joined. */
  readonly expression: string;
  readonly summary: string;
}

/** The file keeps one form for all rules. */
export function alertRules(): readonly AlertRule[] {
  const [, ...rules] = readFileSync(RULES, 'utf8').split(/^ +- alert: /m);
  return rules.map((text) => ({
    name: /^\w+/.exec(text)?.[0] ?? '',
    expression: (/expr: (?:>-)?([^]*?)\n +(?:for|labels):/.exec(text)?.[1] ?? '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    summary: /summary: (.*)/.exec(text)?.[1] ?? '',
  }));
}

function alertCell(metric: string, rules: readonly AlertRule[]): string {
  const pattern = new RegExp(`\\b${metric}(?:_bucket|_count|_sum)?\\b`);
  const own = rules.filter(({ expression }) => pattern.test(expression));
  return own.map(({ name, summary }) => `\`${name}\`: ${summary}`).join(' ') || 'none';
}

export function metricsTable(text: string): string {
  const rules = alertRules();
  const rows = Object.entries<MetricRow>(METRICS).map(([name, { kind, labels, help }]) => {
    const named = labels.map((label) => `\`${label}\``).join(', ');
    return `| \`${name}\` | ${kind} | ${named} | ${help} | ${alertCell(name, rules)} |`;
  });
  const table = ['', '| metric | kind | labels | meaning | alert |', '|---|---|---|---|---|', ...rows, ''];
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin === -1 || end < begin)
    throw new Error(`"${BEGIN}" and "${END}" must be in the page, in this order.`);
  return text.slice(0, begin + BEGIN.length) + '\n' + table.join('\n') + '\n' + text.slice(end);
}
