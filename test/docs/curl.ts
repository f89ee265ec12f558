/*
 * As much of curl as README uses, for machines that have none: `curl URL [--silent] [--include] [--request M]
 * [--header H]... [--data D]... [--data-urlencode name=value]...`
 */
const WITHOUT_VALUE = new Set(['--silent', '--include']);

interface Order {
  readonly url: string;
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly data: readonly string[];
  readonly include: boolean;
}

const encoded = (text: string): string => {
  const [name = '', ...value] = text.split('=');
  return `${name}=${encodeURIComponent(value.join('='))}`;
};

function read(args: readonly string[]): Order {
  const rest = [...args];
  const values = new Map<string, string[]>();
  const data: string[] = [];
  let url = '';
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (!word.startsWith('--')) url = word;
    else if (!WITHOUT_VALUE.has(word)) {
      const value = rest.shift() ?? '';
      values.set(word, [...(values.get(word) ?? []), value]);
      if (word.startsWith('--data')) data.push(word === '--data' ? value : encoded(value));
    }
  }
  return { url, values, data, include: args.includes('--include') };
}

const { url, values, data, include } = read(process.argv.slice(2));
const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' });
for (const header of values.get('--header') ?? []) {
  const [name = '', ...value] = header.split(':');
  headers.set(name, value.join(':').trim());
}
const method = values.get('--request')?.[0] ?? (data.length > 0 ? 'POST' : 'GET');
const response = await fetch(url, { method, headers, ...(data.length > 0 && { body: data.join('&') }) });
const head = [
  `HTTP/1.1 ${response.status}`,
  ...[...response.headers].map(([name, value]) => `${name}: ${value}`),
];
process.stdout.write(`${include ? `${head.join('\n')}\n\n` : ''}${await response.text()}`);
