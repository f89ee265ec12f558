/* The rows of the table of variables (variables.ts) about the process itself. */
import { choice, host, wholeNumber, workers } from './readers.js';
import type { Variable } from './variable.js';

export const PROCESS_VARIABLES = {
  NODE_ENV: {
    heading: 'Process',
    reader: choice('production', 'development', 'test'),
    default: 'development',
    meaning:
      'Production requires `SECRET_KEYS` and https in every URL except on loopback hosts, and has no demonstration data.',
  },
  HOST: { reader: host, default: '127.0.0.1', meaning: 'Where the process listens.' },
  PORT: {
    reader: wholeNumber(0, 65_535),
    default: '3000',
    meaning: 'Where the process listens. `0` takes any free port, and URLs that are not set follow it.',
  },
  HEALTH_PORT: {
    reader: wholeNumber(0, 65_535),
    example: '3001',
    meaning:
      'Where `/healthz` and `/readyz` are answered besides `PORT`, apart from what clients send. [Health](operating.md#health) explains it.',
  },
  METRICS_PORT: {
    reader: wholeNumber(0, 65_535),
    example: '9464',
    meaning:
      'Where `/metrics` is answered, for Prometheus. Without it nothing is measured. [Metrics](operating.md#metrics) explains it.',
  },
  WORKERS: {
    reader: workers,
    default: '1',
    meaning:
      'How many processes answer on `PORT`. `auto` is one for each core, and one without `DATABASE_URL`. [Workers](operating.md#workers) explains it.',
  },
  DRAIN_SECONDS: {
    reader: wholeNumber(0, 600, 'seconds'),
    default: '0',
    defaultInProduction: '5',
    meaning:
      'How long the process goes on answering, unready, when it is told to stop. [Starting and stopping](operating.md#starting-and-stopping) explains it.',
  },
} satisfies Readonly<Record<string, Variable>>;
