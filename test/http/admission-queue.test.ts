/* When work begins, waits and is shed. */
import { setImmediate as nextTick } from 'node:timers/promises';
import { createAdmissionQueue } from '../../src/http/admission-queue.js';
import type { AdmissionLimits } from '../../src/http/admission-queue.js';
import { until } from '../support/until.js';

const SEVEN = ['a', 'b', 'c', 'd', 'e', 'f', 'g'] as const;
const HOUR_MS = 3_600_000;
const LIMITS: AdmissionLimits = {
  fewest: 2,
  most: 4,
  startsPerTick: 100,
  mostWaiting: 100,
  lateMs: HOUR_MS,
  maxWaitMs: 2 * HOUR_MS,
  longMs: HOUR_MS,
};

/** Ends all that runs, and what begins then. */
let endAll: () => void;
afterEach(async () => {
  for (let tick = 0; tick < 20; tick += 1) {
    endAll();
    await nextTick();
  }
});

function fixture(limits: Partial<AdmissionLimits> = {}) {
  let now = 0;
  const enter = createAdmissionQueue({ ...LIMITS, ...limits }, () => now);
  const begun: (() => void)[] = [];
  const running = new Map<string, () => void>();
  const events: string[] = [];
  endAll = () => begun.splice(0).forEach((end) => end());
  const seen = (event: string): Promise<void> => until(() => Promise.resolve(events.includes(event)));
  return {
    events,
    seen,
    enter(...names: readonly string[]) {
      for (const name of names) {
        enter({
          run: () => {
            events.push(name);
            return new Promise((resolve) => {
              begun.push(resolve);
              running.set(name, resolve);
            });
          },
          shed: () => events.push(`not ${name}`),
        });
      }
    },
    pass: (milliseconds: number) => void (now += milliseconds),
    end: (name: string) => running.get(name)?.(),
  };
}

test('work waits beyond what runs at once, and begins in the order of its arrival', async () => {
  const { enter, end, events, seen } = fixture();
  enter('a', 'b', 'c', 'd', 'e');
  expect(events).toEqual(['a', 'b']);
  end('b');
  await seen('c');
  end('a');
  end('c');
  await seen('e');
  expect(events).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('only a few begin in one tick of the event loop', async () => {
  const { enter, events, seen } = fixture({ fewest: 100, most: 100, startsPerTick: 3 });
  enter(...SEVEN);
  expect(events).toEqual(['a', 'b', 'c']);
  await nextTick();
  expect(events.length).toBeLessThanOrEqual(6);
  await seen('g');
  expect(events).toEqual(SEVEN);
});

test('beyond what may wait at all, work is shed at once', () => {
  const { enter, events } = fixture({ mostWaiting: 1 });
  enter('a', 'b', 'c', 'd');
  expect(events).toEqual(['a', 'b', 'not d']);
});

test('once the oldest is late and nothing ends, new work is shed at once; it is accepted again when work ends', async () => {
  const { enter, end, events, seen } = fixture({ lateMs: 20 });
  enter('a', 'b', 'c');
  await until(() => {
    enter('later');
    return Promise.resolve(events.includes('not later'));
  });
  events.length = 0;
  enter('d');
  expect(events).toEqual(['not d']);
  end('a');
  await seen('c');
});

test('work that waited for the longest time is shed', async () => {
  const { enter, end, events, seen } = fixture({ lateMs: 10, maxWaitMs: 20 });
  enter('a', 'b', 'c');
  await seen('not c');
  end('a');
  await nextTick();
  enter('d');
  await seen('d');
  expect(events).toEqual(['a', 'b', 'not c', 'd']);
});

test.each([
  ['more run', 3, 3],
  ['no more than the limit run', 30, 4],
])('%s at once after %d ended in a quarter of a second', async (_, count, atOnce) => {
  const { enter, end, events, pass, seen } = fixture();
  for (let at = 1; at <= count; at += 1) {
    if (at === count) pass(250);
    enter(`short ${at}`);
    await seen(`short ${at}`);
    end(`short ${at}`);
    await nextTick();
  }
  events.length = 0;
  enter(...SEVEN);
  expect(events).toHaveLength(atOnce);
});

test('what takes long holds up nothing else', async () => {
  const { enter, events, seen } = fixture({ longMs: 20 });
  enter('a', 'b', 'c', 'd', 'e');
  expect(events).toEqual(['a', 'b']);
  await seen('d');
  expect(events).toEqual(['a', 'b', 'c', 'd']);
});
