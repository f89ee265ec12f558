/*
 * Questions that requests put in one turn of the event loop become one statement. Nothing is kept between turns: each
 * is answered by a statement that begins after it was put, so that no answer is older than its question. DataLoader is not
 * used: it keeps answers and merges equal keys by default, and the rest of it is what stands here.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

interface Round<Q, A> {
  readonly questions: Q[];
  readonly answers: Promise<readonly A[]>;
}

/** `answerAll` answers in the order of the questions. What it throws is told to everybody who asked with the others. */
export function batchPerTick<Q, A>(
  answerAll: (questions: readonly Q[]) => Promise<readonly A[]>,
): (question: Q) => Promise<A | undefined> {
  let round: Round<Q, A> | undefined;

  async function answersTo(questions: readonly Q[]): Promise<readonly A[]> {
    await nextTurn();
    round = undefined;
    return answerAll(questions);
  }

  function begin(): Round<Q, A> {
    const questions: Q[] = [];
    return { questions, answers: answersTo(questions) };
  }

  return async (question) => {
    round ??= begin();
    const { questions, answers } = round;
    const place = questions.push(question) - 1;
    return (await answers)[place];
  };
}
