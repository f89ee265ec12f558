/*
 * What the owner of a webhook writes in the place of its usual body: text, or JSON, with {{variables}} in it. Only
 * values are filled in, so that a template costs as much as it is long. Pure.
 */
import mustache from 'mustache';

const MAX_VARIABLES = 100;

/** A template, as mustache has read it: words, and the names that values stand for. */
type Part = { readonly text: string } | { readonly name: string };

type Token = readonly [kind: string, value: string, ...rest: unknown[]];

function partOf([kind, value]: Token): Part | undefined {
  if (kind === 'text') return { text: value };
  if (kind === '!') return { text: '' };
  return kind === 'name' || kind === '&' ? { name: value } : undefined;
}

/** A writer of its own: that of the library remembers every template it has seen. */
const tokensOf = (template: string): readonly Token[] =>
  new mustache.Writer().parse(template) as readonly Token[];

const faultOf = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/^U/, 'u') : 'it cannot be read';

/** What is wrong with it, as the end of "the template …"; undefined when nothing is. */
export function templateFault(template: string): string | undefined {
  let tokens: readonly Token[];
  try {
    tokens = tokensOf(template);
  } catch (error) {
    return `is broken: ${faultOf(error)}`;
  }
  const parts = tokens.map(partOf);
  if (parts.includes(undefined)) return 'may hold text and {{variables}} alone: no sections, no partials';
  const names = parts.flatMap((part) => (part !== undefined && 'name' in part ? [part.name] : []));
  if (names.includes('')) return 'holds a variable without a name';
  return names.length > MAX_VARIABLES ? `has more than ${MAX_VARIABLES} variables` : undefined;
}

/** `attendees.0.name`: own properties alone, one after the other. */
const valueAt = (values: unknown, name: string): unknown =>
  name
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null
          ? new Map<string, unknown>(Object.entries(value)).get(key)
          : undefined,
      values,
    );

function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Whether a string of JSON is open behind `text`, that was open or not before it. */
function openBehind(text: string, open: boolean): boolean {
  const quotes = text.replaceAll(/\\./gs, '').split('"').length - 1;
  return quotes % 2 === 1 ? !open : open;
}

/** `write` is told whether the value stands between quotes. */
function written(parts: readonly Part[], write: (name: string, quoted: boolean) => string): string {
  let [text, quoted] = ['', false];
  for (const part of parts) {
    text += 'text' in part ? part.text : write(part.name, quoted);
    if ('text' in part) quoted = openBehind(part.text, quoted);
  }
  return text;
}

/** An object or a list; a lone value is text as well. */
function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

/**
 * A template that is JSON as soon as its values are, stays JSON whatever they hold: between quotes they are text, and
 * elsewhere values of their own. Any other template is text, and gets text. Unknown names are nothing.
 */
export function filledTemplate(template: string, values: object): string {
  const parts = tokensOf(template).flatMap((token) => partOf(token) ?? []);
  if (!isJson(written(parts, () => '0'))) return written(parts, (name) => asText(valueAt(values, name)));
  return written(parts, (name, quoted) => {
    const value = valueAt(values, name);
    return quoted ? JSON.stringify(asText(value)).slice(1, -1) : JSON.stringify(value ?? null);
  });
}
