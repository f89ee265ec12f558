/* What operators get for the metrics: their documentation, alert rules and a dashboard, which name metrics that exist. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { alertRules, metricsTable } from '../../docs/metrics-table.js';
import { createMetrics } from '../../src/metrics/metrics.js';
import type { MetricRow } from '../../src/metrics/row.js';
import { METRICS } from '../../src/metrics/table.js';
import { page } from './blocks.js';

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

const RULES = fileURLToPath(new URL('../../deploy/prometheus/slotkey-alerts.yml', import.meta.url));
const DASHBOARD = JSON.parse(page('deploy/grafana/slotkey-dashboard.json')) as Dashboard;

/** Of Prometheus itself, and names of labels and variables, which may look like those of metrics. */
const namesIn = (expression: string): readonly string[] =>
  (
    expression
      .replaceAll(/\{[^}]*\}|\((?:le|\w+)(?:, ?\w+)*\) \(|"[^"]*"/g, ' ')
      .match(/\b[a-z]+(?:_[a-z0-9]+)+\b/g) ?? []
  ).filter((name) => !['histogram_quantile', 'label_values'].includes(name));

const inTable = (name: string): boolean => {
  const rows: Readonly<Record<string, MetricRow>> = METRICS;
  return rows[name] !== undefined || rows[name.replace(/_(?:bucket|count|sum)$/, '')]?.kind === 'histogram';
};

/** Resolves to what it printed. It comes with the package `prometheus` of Debian. */
const promtool = (args: readonly string[], input = ''): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = execFile('promtool', [...args], (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`promtool ${args.join(' ')}: ${stdout}${stderr}`, { cause: error }));
    });
    child.stdin?.end(input);
  });

test('docs/operating.md matches the table of metrics: `npm run docs` writes it', () => {
  const text = page('docs/operating.md');
  expect(metricsTable(text)).toBe(text);
});

test('each alert rule has a summary and names metrics of the table alone', () => {
  const rules = alertRules();
  expect(rules.length).toBeGreaterThan(15);
  for (const { name, expression, summary } of rules) {
    expect([name, summary.length > 0, namesIn(expression).length > 0]).toEqual([name, true, true]);
    expect([name, namesIn(expression).filter((one) => !inTable(one))]).toEqual([name, []]);
  }
});

test('each panel of the dashboard names metrics of the table alone', () => {
  const unknown = DASHBOARD.panels.flatMap(({ title, targets }) =>
    targets.flatMap(({ expr }) =>
      namesIn(expr)
        .filter((name) => !inTable(name))
        .map((name) => `${title}: ${name}`),
    ),
  );
  expect(unknown).toEqual([]);
});

test('every metric of the service itself is watched by a rule or shown on the dashboard', () => {
  const used = [
    ...alertRules().map(({ expression }) => expression),
    page('deploy/grafana/slotkey-dashboard.json'),
  ];
  const unused = Object.keys(METRICS).filter(
    (name) => /^(?:slotkey|http|db)_/.test(name) && !used.some((text) => text.includes(name)),
  );
  expect(unused).toEqual([]);
});

test('Prometheus accepts the alert rules', async () => {
  expect(readFileSync(RULES, 'utf8')).toContain('groups:');
  expect(await promtool(['check', 'rules', RULES])).toContain('SUCCESS');
});

test('Prometheus accepts the text and finds no fault with the names', async () => {
  expect(await promtool(['check', 'metrics'], await createMetrics('1.2.3').text())).toBe('');
});
