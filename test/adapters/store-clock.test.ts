import { startStoreClock } from '../../adapters/store-clock.js';
import { until } from '../support/until.js';

const STORE_TIME = Date.UTC(2030, 0, 1);

/** A machine that has been up for `up` milliseconds and whose clock differs from the store's by `difference`. */
const machine = (up: number, difference: number) => {
  const passed = { ms: 0 };
  const read = (): Promise<number> => Promise.resolve(STORE_TIME + passed.ms);
  const clocks = {
    steady: () => up + passed.ms,
    wall: () => STORE_TIME + passed.ms + difference,
  };
  return { passed, read, clocks };
};

test.each([0, 2_000, -2_000, 3_600_000, -3_600_000])(
  'on a machine whose clock differs by %d milliseconds the time is that of the store',
  async (difference) => {
    const { passed, read, clocks } = machine(12_345.678, difference);
    const clock = await startStoreClock(read, clocks);
    expect(clock.now()).toBe(STORE_TIME);
    passed.ms = 60_000;
    expect(clock.now()).toBe(STORE_TIME + 60_000);
    expect(clock.warnings()).toHaveLength(Math.abs(difference) > 2_000 ? 1 : 0);
    clock.stop();
  },
);

test('a warning names the side of the difference', async () => {
  for (const [difference, side] of [
    [2_001, 'ahead of'],
    [-2_001, 'behind'],
  ] as const) {
    const { read, clocks } = machine(0, difference);
    const clock = await startStoreClock(read, clocks);
    expect(clock.warnings()).toEqual([
      { store: 'clock', reason: expect.stringContaining(`more than 2 seconds ${side} that of the database`) },
    ]);
    clock.stop();
  }
});

test('a store whose time changes is followed; one that is slow or silent is not', async () => {
  const { clocks, passed } = machine(0, 0);
  const store = { time: STORE_TIME, answers: 0, slow: false, silent: false };
  const clock = await startStoreClock(
    () => {
      store.answers += 1;
      if (store.slow) passed.ms += 600;
      return store.silent ? Promise.reject(new Error('silence')) : Promise.resolve(store.time);
    },
    clocks,
    10,
  );
  const answered = (): Promise<void> => {
    const before = store.answers;
    // The second one begins after the first has been taken over.
    return until(() => Promise.resolve(store.answers >= before + 2));
  };
  store.time += 5_000;
  await answered();
  expect(clock.now()).toBe(STORE_TIME + 5_000);
  Object.assign(store, { slow: true, time: STORE_TIME });
  await answered();
  Object.assign(store, { slow: false, silent: true });
  await answered();
  expect(clock.now()).toBe(STORE_TIME + 5_000 + passed.ms);
  clock.stop();
});

test('another statement that tells the time adjusts the clock, and saves it one of its own', async () => {
  const { clocks, passed } = machine(0, 0);
  const store = { time: STORE_TIME, reads: 0 };
  const read = () => {
    store.reads += 1;
    return Promise.resolve(store.time);
  };
  const clock = await startStoreClock(read, clocks, 10);
  const other = (roundTrip: number) =>
    clock.adjustedBy(() => {
      passed.ms += roundTrip;
      return Promise.resolve({ time: store.time, due: true });
    });
  store.time += 5_000;
  await until(async () => (await other(0)).due && store.reads > 0);
  expect(clock.now()).toBe(STORE_TIME + 5_000);
  store.time = STORE_TIME;
  expect(await other(501)).toMatchObject({ due: true });
  clock.stop();
});

test('without the time of the store there is no clock', async () => {
  await expect(startStoreClock(() => Promise.reject(new Error('silence')))).rejects.toThrow('silence');
});

test('a slow answer does not make an earlier time later than the next one', async () => {
  const { clocks, passed, read } = machine(0, 0);
  const clock = await startStoreClock(read, clocks, 60_000);
  const before = clock.now();
  await clock.adjustedBy(async () => {
    const time = await read();
    passed.ms += 400;
    return { time };
  });
  expect(clock.now()).toBe(before + 400);
  await clock.adjustedBy(async () => {
    passed.ms += 400;
    return { time: await read() };
  });
  expect(clock.now()).toBe(before + 800);
  clock.stop();
});
