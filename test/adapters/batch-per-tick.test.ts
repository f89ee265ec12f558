import { setImmediate as nextTick } from 'node:timers/promises';
import { batchPerTick } from '../../adapters/batch-per-tick.js';

const A_MINUTE = 60_000;

/** Each result has the number of its statement; `statements` has the queries of each. */
function numbered() {
  const statements: (readonly string[])[] = [];
  const query = batchPerTick((questions: readonly string[]) => {
    const number = statements.push(questions);
    return Promise.resolve(questions.map((question) => `${question}${number}`));
  });
  return { query, statements };
}

describe('batched queries', () => {
  it('of one tick become one statement, each with its own result', async () => {
    const { query, statements } = numbered();
    expect(await Promise.all(['a', 'b', 'a'].map(query))).toEqual(['a1', 'b1', 'a1']);
    expect(statements).toEqual([['a', 'b', 'a']]);
  });

  it('never get the result of a statement that started earlier', async () => {
    const started: string[] = [];
    const ends: (() => void)[] = [];
    const query = batchPerTick(async (questions: readonly string[]) => {
      started.push(questions.join());
      await new Promise<void>((resolve) => ends.push(resolve));
      return questions;
    });
    const first = query('a');
    while (started.length === 0) await nextTick();
    const second = query('a');
    while (started.length === 1) await nextTick();
    ends.forEach((end) => end());
    expect(await Promise.all([first, second])).toEqual(['a', 'a']);
    expect(started).toEqual(['a', 'a']);
  });

  it('that come while a statement is under way share the next one', async () => {
    const statements: (readonly string[])[] = [];
    const ends: (() => void)[] = [];
    const query = batchPerTick(async (questions: readonly string[]) => {
      statements.push(questions);
      if (statements.length === 1) await new Promise<void>((resolve) => ends.push(resolve));
      return questions;
    }, A_MINUTE);
    const first = query('a');
    while (statements.length === 0) await nextTick();
    const second = query('b');
    await nextTick();
    const third = query('c');
    ends.forEach((end) => end());
    expect(await Promise.all([first, second, third])).toEqual(['a', 'b', 'c']);
    expect(statements).toEqual([['a'], ['b', 'c']]);
  });

  it('do not wait for a statement that gets no answer', async () => {
    let isFirst = true;
    const query = batchPerTick((questions: readonly string[]) => {
      const never = new Promise<readonly string[]>(() => undefined);
      const result = isFirst ? never : Promise.resolve(questions);
      isFirst = false;
      return result;
    });
    void query('a');
    await nextTick();
    await nextTick();
    expect(await query('b')).toBe('b');
  });

  it('share a failure, and later ones run again', async () => {
    let attempts = 0;
    const query = batchPerTick((questions: readonly string[]) =>
      (attempts += 1) === 1 ? Promise.reject(new Error('no answer')) : Promise.resolve(questions),
    );
    const both = await Promise.allSettled([query('a'), query('b')]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await query('a')).toBe('a');
  });
});
