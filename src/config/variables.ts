/* Reads single variables and collects what is wrong with them, so that an operator sees every fault at once. */

export type Environment = Readonly<Record<string, string | undefined>>;

export interface ConfigFault {
  readonly variable: string;
  /** What is wrong. Never the value: a secret may have been pasted into any variable. */
  readonly problem: string;
  /** What would be right. */
  readonly remedy: string;
}

const describe = ({ variable, problem, remedy }: ConfigFault): string => `${variable} ${problem}: ${remedy}`;

export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly faults: readonly ConfigFault[]) {
    super(faults.map(describe).join('; '));
  }

  /** One fault a line, for a terminal. */
  get report(): string {
    const title = this.faults.length === 1 ? 'has a fault' : `has ${this.faults.length} faults`;
    return [`The configuration ${title}:`, ...this.faults.map((fault) => `  ${describe(fault)}`)].join('\n');
  }
}

/** One pass over the environment; readers add to `faults` and go on with `undefined` or the default. */
export interface Reading {
  /** Undefined when unset or empty. */
  text(variable: string): string | undefined;
  /** The entries of a comma list, trimmed, empty ones dropped. */
  list(variable: string): readonly string[];
  fault(variable: string, problem: string, remedy: string): void;
  readonly faults: readonly ConfigFault[];
}

export function startReading(env: Environment): Reading {
  const faults: ConfigFault[] = [];
  const text = (variable: string): string | undefined => env[variable]?.trim() || undefined;
  return {
    faults,
    text,
    list: (variable) => (text(variable) ?? '').split(',').flatMap((entry) => entry.trim() || []),
    fault(variable, problem, remedy) {
      faults.push({ variable, problem, remedy });
    },
  };
}

export interface WholeNumber {
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
}

export function readWholeNumber(
  reading: Reading,
  variable: string,
  { min, max, fallback }: WholeNumber,
): number {
  const text = reading.text(variable);
  if (text === undefined) return fallback;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (value >= min && value <= max) return value;
  reading.fault(
    variable,
    Number.isNaN(value) ? 'is not a whole number' : 'is out of range',
    `use ${min} to ${max}; the default is ${fallback}`,
  );
  return fallback;
}

export function readChoice<const Choice extends string>(
  reading: Reading,
  variable: string,
  choices: readonly Choice[],
  fallback: NoInfer<Choice>,
): Choice {
  const text = reading.text(variable);
  if (text === undefined) return fallback;
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined)
    reading.fault(variable, 'is not a known value', `use one of ${choices.join(', ')}`);
  return choice ?? fallback;
}
