/*
 * Templates of owners for the body of a webhook: text, or JSON, with {{variables}} in it. Only values are filled in, so
 * that the cost of a template grows with its length. Pure.
 */
import mustache from 'mustache';

const MAX_VARIABLES = 100;

/** A part of a parsed template: text, or the name of a variable. */
type Part = { readonly text: string } | { readonly name: string };

type Token = readonly [kind: string, value: string, ...rest: unknown[]];

function partOf([kind, value]: Token): Part | undefined {
  if (kind === 'text') return { text: value };
  if (kind === '!') return { text: '' };
  return kind === 'name' || kind === '&' ? { name: value } : undefined;
}

/** Not the shared writer of the library, which caches every template. */
const tokensOf = (template: string): readonly Token[] =>
  new mustache.Writer().parse(template) as readonly Token[];

const faultOf = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/^U/, 'u') : 'it cannot be read';

/** The fault of a template, as the end of "the template …"; undefined when it is valid. */
export function templateFault(template: string): string | undefined {
  let tokens: readonly Token[];
  try {
    tokens = tokensOf(template);
  } catch (error) {
    return `is broken: ${faultOf(error)}`;
  }
  const parts = tokens.map(partOf);
  if (parts.includes(undefined)) return 'may hold only text and {{variables}}: no sections, no partials';
  const names = parts.flatMap((part) => (part !== undefined && 'name' in part ? [part.name] : []));
  if (names.includes('')) return 'holds a variable without a name';
  return names.length > MAX_VARIABLES ? `has more than ${MAX_VARIABLES} variables` : undefined;
}

/** `attendees.0.name`: only own properties. */
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

/** Whether a JSON string is open after `text`, given whether one was open before it. */
function isOpenAfter(text: string, open: boolean): boolean {
  const quotes = text.replaceAll(/\\./gs, '').split('"').length - 1;
  return quotes % 2 === 1 ? !open : open;
}

/** `quoted`: the value is inside a JSON string. */
function writeParts(parts: readonly Part[], write: (name: string, quoted: boolean) => string): string {
  let [text, quoted] = ['', false];
  for (const part of parts) {
    text += 'text' in part ? part.text : write(part.name, quoted);
    if ('text' in part) quoted = isOpenAfter(part.text, quoted);
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
 * A template that is JSON with numbers for its variables stays JSON with any values: inside quotes they become text,
 * elsewhere JSON values. Any other template is text. Unknown names become empty.
 */
export function fillTemplate(template: string, values: object): string {
  const parts = tokensOf(template).flatMap((token) => partOf(token) ?? []);
  if (!isJson(writeParts(parts, () => '0')))
    return writeParts(parts, (name) => asText(valueAt(values, name)));
  return writeParts(parts, (name, quoted) => {
    const value = valueAt(values, name);
    return quoted ? JSON.stringify(asText(value)).slice(1, -1) : JSON.stringify(value ?? null);
  });
}
