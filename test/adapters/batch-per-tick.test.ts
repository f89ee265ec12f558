import { setImmediate as nextTurn } from 'node:timers/promises';
import { batchPerTick } from '../../adapters/batch-per-tick.js';

/** Answers with the number of the statement, and remembers what each one asked. */
function numbered() {
  const statements: (readonly string[])[] = [];
  const ask = batchPerTick((questions: readonly string[]) => {
    const number = statements.push(questions);
    return Promise.resolve(questions.map((question) => `${question}${number}`));
  });
  return { ask, statements };
}

describe('batched queries', () => {
  it('of one tick become one statement, each with its own result', async () => {
    const { ask, statements } = numbered();
    expect(await Promise.all(['a', 'b', 'a'].map(ask))).toEqual(['a1', 'b1', 'a1']);
    expect(statements).toEqual([['a', 'b', 'a']]);
  });

  it('never get the result of a statement that started earlier', async () => {
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const ask = batchPerTick(async (questions: readonly string[]) => {
      begun.push(questions.join());
      await new Promise<void>((resolve) => ends.push(resolve));
      return questions;
    });
    const first = ask('a');
    while (begun.length === 0) await nextTurn();
    const second = ask('a');
    while (begun.length === 1) await nextTurn();
    ends.forEach((end) => end());
    expect(await Promise.all([first, second])).toEqual(['a', 'a']);
    expect(begun).toEqual(['a', 'a']);
  });

  it('share a failure, and later ones run again', async () => {
    let tries = 0;
    const ask = batchPerTick((questions: readonly string[]) =>
      (tries += 1) === 1 ? Promise.reject(new Error('no answer')) : Promise.resolve(questions),
    );
    const both = await Promise.allSettled([ask('a'), ask('b')]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await ask('a')).toBe('a');
  });
});
