/* Faults of the configuration. All of them are collected, so that an operator sees them at once. */

export interface ConfigFault {
  readonly variable: string;
  /** Never contains the value: a secret may have been pasted into any variable. */
  readonly problem: string;
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
