/*
 * One process at three times its capacity. First requests one behind the other on some connections, as many as it
 * answers; then three times as many a second come, whether it answers or not. A refused one is repeated later.
 */
import { type Answer, atRate, openConnections } from './open-loop.js';
import type { TargetName } from './target-process.js';
import { CLIENT_ID, CLIENT_SECRET } from './targets/target.js';

export interface Overload {
  readonly peak: Throughput;
  /** Of accepted requests, under three times as many. */
  readonly goodput: Throughput;
  /** Milliseconds. */
  readonly accepted: Latency;
  readonly refused: Latency;
  readonly refusals: number;
}

export interface Throughput {
  readonly perSecond: number;
  /** Microseconds of CPU for each; those for refusals are shared out among them. */
  readonly cpu: number;
}

export interface Latency {
  readonly p50: number;
  readonly p99: number;
}

export interface OverloadTarget {
  readonly port: number;
  seed(count: number): Promise<readonly string[]>;
  /** Microseconds since it began. */
  cpu(): Promise<number>;
}

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10);
const FACTOR = 3;
const WARM_UP_SECONDS = 2;
/** As many as a process works on at once in any case: none is refused. */
const CONNECTIONS = 64;
const ROUNDS = 3;
const SAME = 10_000;

type Compose = (port: number, credential: string) => string;

const listRequest: Compose = (port, token) =>
  `GET /v2/bookings HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`;

const refreshRequest: Compose = (port, token) => {
  const body = new URLSearchParams({
    client_id: CLIENT_ID,
    client_secret: CLIENT_SECRET,
    grant_type: 'refresh_token',
    refresh_token: token,
  }).toString();
  const lines = [
    'POST /v2/auth/oauth2/token HTTP/1.1',
    `Host: localhost:${port}`,
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${body.length}`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
};

const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

function latencyOf(answers: readonly Answer[], status: number): Latency {
  const times = answers.flatMap((answer) => (answer.status === status ? [answer.elapsed] : []));
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

interface Renewed {
  readonly refresh_token: string;
}

export interface Excess {
  readonly target: TargetName;
  readonly seeds: number;
  /** Of one round without excess. */
  readonly amount: number;
  readonly compose: Compose;
  /** The credential of a later request. */
  readonly next: (credential: string, accepted: string) => string;
}

/** The first costs much more than a refusal, the second only a few times as much. */
export const EXCESSES: readonly Excess[] = [
  {
    target: 'GET /v2/bookings, 100 of 1 thousand',
    seeds: 1,
    amount: 1000,
    compose: listRequest,
    next: (token) => token,
  },
  {
    target: 'refresh',
    // More than there are requests under way.
    seeds: 16_000,
    amount: 8000,
    compose: refreshRequest,
    next: (_, accepted) => (JSON.parse(accepted) as Renewed).refresh_token,
  },
];

function sending({ compose, next }: Excess, port: number, credentials: string[]) {
  const answers: Answer[] = [];
  const connections = openConnections(port);
  return {
    answers,
    close: () => connections.close(),
    async arrive(): Promise<void> {
      const credential = credentials.pop();
      if (credential === undefined) throw new Error('all tokens are in use: the target does not refuse');
      const answer = await connections.send(compose(port, credential));
      if (answer.status !== 200 && answer.status !== 503) throw new Error(`status ${answer.status}`);
      answers.push(answer);
      credentials.unshift(answer.status === 200 ? next(credential, answer.body) : credential);
    },
  };
}

/** One behind the other on some connections; the best of several rounds. */
async function measurePeak(
  excess: Excess,
  { port, cpu }: OverloadTarget,
  credentials: string[],
): Promise<Throughput> {
  const { arrive, answers, close } = sending(excess, port, credentials);
  const rounds: Throughput[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [before, start] = [await cpu(), performance.now()];
    answers.length = 0;
    const lane = async () => {
      while (answers.length < excess.amount) await arrive();
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, lane));
    const seconds = (performance.now() - start) / 1000;
    rounds.push({ perSecond: answers.length / seconds, cpu: ((await cpu()) - before) / answers.length });
    if (answers.some(({ status }) => status !== 200)) throw new Error('a request without excess was refused');
  }
  close();
  const measured = rounds.slice(1);
  return {
    perSecond: Math.max(...measured.map((one) => one.perSecond)),
    cpu: Math.min(...measured.map((one) => one.cpu)),
  };
}

export async function measureOverload(excess: Excess, target: OverloadTarget): Promise<Overload> {
  const seeded = await target.seed(excess.seeds);
  // One that stays good is for all.
  const credentials =
    seeded.length === 1 ? seeded.flatMap((one) => Array<string>(SAME).fill(one)) : [...seeded];
  const peak = await measurePeak(excess, target, credentials);
  const { answers, arrive, close } = sending(excess, target.port, credentials);
  const perSecond = FACTOR * peak.perSecond;
  await atRate(perSecond, WARM_UP_SECONDS, arrive);
  answers.length = 0;
  const before = await target.cpu();
  await atRate(perSecond, SECONDS, arrive);
  const cpu = (await target.cpu()) - before;
  close();
  const accepted = answers.filter(({ status }) => status === 200).length;
  return {
    peak,
    goodput: { perSecond: accepted / SECONDS, cpu: cpu / accepted },
    accepted: latencyOf(answers, 200),
    refused: latencyOf(answers, 503),
    refusals: answers.length - accepted,
  };
}
