import { attentionOf, type Situation } from '../../../src/web/administration/attention.js';

const NOW = new Date('2030-01-01T12:00:00Z');
const before = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);
const CALM: Situation = { faults: [], kinds: [], failingWebhooks: 0, waitingReviews: 0, now: NOW };
const SMS = { kind: 'sms', waiting: 0, retried: 0, dead: 0 };
const PATHS = { jobs: '/jobs', review: '/review' };

type Change = Partial<Situation>;

test.each<readonly [why: string, change: Change, expected: readonly object[]]>([
  ['nothing', {}, []],
  [
    'jobs that wait shortly or are retried',
    { kinds: [{ ...SMS, waiting: 9, retried: 3, oldest: before(9) }] },
    [],
  ],
  [
    'jobs that wait long',
    {
      kinds: [
        { ...SMS, waiting: 2, oldest: before(11) },
        { ...SMS, kind: 'grant', waiting: 3, oldest: before(1) },
      ],
    },
    [{ what: 'long_wait', level: 'warning', count: 5, since: before(11), to: '/jobs' }],
  ],
  [
    'everything, the most urgent first',
    {
      faults: [{ store: 'redis', reason: 'It is full.' }],
      kinds: [
        { ...SMS, dead: 2 },
        { ...SMS, kind: 'grant', dead: 1 },
      ],
      failingWebhooks: 4,
      waitingReviews: 5,
    },
    [
      { what: 'fault', level: 'danger', store: 'redis', reason: 'It is full.' },
      { what: 'dead_jobs', level: 'danger', count: 3, to: '/jobs' },
      { what: 'failing_webhooks', level: 'warning', count: 4, to: '/jobs' },
      { what: 'reviews', level: 'info', count: 5, to: '/review' },
    ],
  ],
])('needs attention: %s', (_, change, expected) => {
  expect(attentionOf({ ...CALM, ...change }, PATHS)).toEqual(expected);
});
