/* Readers of single values. Rules between variables are in rules.ts. */
import { isIP } from 'node:net';
import { isEmailAddress } from '../email-address.js';

export interface ReaderContext {
  readonly production: boolean;
  /** A valid value, for messages. */
  readonly example: string;
  fault(problem: string, remedy: string): void;
}

export interface Reader<Value> {
  /** The format of a value, for the documentation. */
  readonly accepts: string;
  /** `text` is trimmed. Reports faults to `context`; undefined for an unreadable text. */
  read(text: string, context: ReaderContext): Value | undefined;
}

/** The entries of a comma list, trimmed, empty ones dropped. */
export const entriesOf = (text: string): readonly string[] =>
  text.split(',').flatMap((entry) => entry.trim() || []);

export const text = (accepts: string): Reader<string> => ({ accepts, read: (value) => value });

export const wholeNumber = (min: number, max: number, unit = ''): Reader<number> => ({
  accepts: `${min} to ${max}${unit && ` ${unit}`}`,
  read(value, { example, fault }) {
    const number = /^\d{1,10}$/.test(value) ? Number(value) : NaN;
    if (number >= min && number <= max) return number;
    const problem = Number.isNaN(number) ? 'is not a whole number' : 'is out of range';
    fault(problem, `use ${min} to ${max}; the default is ${example}`);
    return undefined;
  },
});

const workerCount = wholeNumber(1, 256);

export const workers: Reader<number | 'auto'> = {
  accepts: `${workerCount.accepts}, or \`auto\``,
  read: (value, context) => (value === 'auto' ? value : workerCount.read(value, context)),
};

export const choice = <const Choice extends string>(...choices: readonly Choice[]): Reader<Choice> => ({
  accepts: choices.map((one) => `\`${one}\``).join(', '),
  read(value, { fault }) {
    const match = choices.find((one) => one === value);
    if (match === undefined) fault('is not a known value', `use one of ${choices.join(', ')}`);
    return match;
  },
});

const trueOrFalse = choice('true', 'false');

export const boolean: Reader<boolean> = {
  accepts: trueOrFalse.accepts,
  read(value, context) {
    const choice = trueOrFalse.read(value, context);
    return choice && choice === 'true';
  },
};

export const host: Reader<string> = {
  accepts: 'address or host name',
  read(value, { fault }) {
    if (/^[\w.:-]+$/.test(value)) return value;
    fault('is not a host to listen on', 'give an address or a name, like 0.0.0.0');
    return undefined;
  },
};

// RFC 5322 section 3.4: an address alone, or a display name with the address in angle brackets.
/** The address is the first or the second group. */
const MAILBOX = /^(?:[^\p{Cc}<>@,]+ <([^<>,]+)>|([^<>,]+))$/u;

export const mailbox: Reader<string> = {
  accepts: 'mail address, also with a name: `Name <address>`',
  read(value, { example, fault }) {
    const [, named, bare = named] = MAILBOX.exec(value) ?? [];
    if (bare !== undefined && isEmailAddress(bare)) return value;
    fault('is not a mail address', `write it like ${example}`);
    return undefined;
  },
};

/** A single address is a network of one; undefined when the entry is neither. */
function cidr(entry: string): string | undefined {
  const [address = '', prefix, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return undefined;
  const bits = family === 4 ? 32 : 128;
  if (prefix === undefined) return `${address}/${bits}`;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits ? entry : undefined;
}

export const networks: Reader<readonly string[]> = {
  accepts: 'comma-separated networks (CIDR) or addresses',
  read(value, { example, fault }) {
    const entries = entriesOf(value);
    const valid = entries.flatMap((entry) => cidr(entry) ?? []);
    if (valid.length < entries.length)
      fault('has an entry that is not a network', `write networks like ${example}`);
    return valid;
  },
};

/** A random text of at least `min` characters. */
export const secret = (min: number): Reader<string> => ({
  accepts: `random text of at least ${min} characters`,
  read(value, { fault }) {
    if (value.length < min) fault('is too short', `use at least ${min} random characters`);
    return value;
  },
});

export const MIN_KEY_LENGTH = 32;

export const secretKeys: Reader<readonly string[]> = {
  accepts: `comma-separated random texts of at least ${MIN_KEY_LENGTH} characters each, newest first`,
  read(value, { fault }) {
    const keys = entriesOf(value);
    keys.forEach((key, index) => {
      if (key.length < MIN_KEY_LENGTH)
        fault(
          `is too short in position ${index + 1}`,
          `use at least ${MIN_KEY_LENGTH} random characters a key`,
        );
    });
    if (new Set(keys).size < keys.length) fault('has the same key twice', 'list each key once, newest first');
    return keys.length > 0 ? keys : undefined;
  },
};
