/* The text format of Prometheus, as what it says. */

export interface Sample {
  /** With the ending of its kind: `_count`. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export const samplesIn = (text: string): readonly Sample[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
      return {
        name,
        labels: Object.fromEntries(pairs.map(([, label = '', text = '']) => [label, text])),
        value: Number(value),
      };
    });

/** Names with their kinds. */
export const typesIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', kind = '']) => [name, kind]),
  );

/** Of the series with exactly these labels; 0 where there is none. */
export function valueOf(text: string, name: string, labels: Readonly<Record<string, string>> = {}): number {
  const wanted = JSON.stringify(Object.entries(labels).toSorted());
  return (
    samplesIn(text).find(
      (one) => one.name === name && JSON.stringify(Object.entries(one.labels).toSorted()) === wanted,
    )?.value ?? 0
  );
}
