import { useEffect, useRef, useState } from 'react';
import type { RobotParameters } from '../../../../protocol/entities/quant/robot-parameters.ts';
import type { BackTest, BackTestInput } from '../../../../protocol/maths/robots/back-test/back-test.ts';
import { answerOf, type TestAnswer, type TestRequest } from './test-request.ts';

/** One worker for a screen: what is asked for while it works waits, and only the newest of it. */
class Tester {
  readonly #worker = new Worker(new URL('./back-test-worker.ts', import.meta.url), {
    type: 'module',
    name: 'dunlin.back-test',
  });
  readonly #heard: (answer: TestAnswer) => void;
  #nth = 0;
  #working = false;
  #isGone = false;
  #asked: TestRequest | null = null;
  #waiting: Omit<TestRequest, 'nth'> | null = null;

  constructor(heard: (answer: TestAnswer) => void) {
    this.#heard = heard;
    this.#worker.addEventListener('message', ({ data }) => this.#answered(data as TestAnswer));
    // Where its file cannot be fetched, the page does it.
    this.#worker.addEventListener('error', () => {
      this.#isGone = true;
      if (this.#asked !== null) this.#answered(answerOf(this.#asked));
    });
  }

  ask(request: Omit<TestRequest, 'nth'>): void {
    if (this.#working) {
      // Tuning is never dropped for a test: what it finds is tested next.
      if (this.#waiting === null || this.#waiting.tuneAt === null) this.#waiting = request;
      return;
    }
    this.#waiting = null;
    this.#working = true;
    this.#nth += 1;
    this.#asked = { nth: this.#nth, ...request };
    if (this.#isGone) this.#answered(answerOf(this.#asked));
    else this.#worker.postMessage(this.#asked);
  }

  #answered(answer: TestAnswer): void {
    this.#working = false;
    this.#asked = null;
    this.#heard(answer);
    if (this.#waiting !== null) this.ask(this.#waiting);
  }

  end(): void {
    this.#worker.terminate();
  }
}

/** The newest result of an input, computed beside the page; the one before stays until the next is there. */
export function useBackTest(input: BackTestInput | null, onTuned: (parameters: RobotParameters | null) => void) {
  const [result, setResult] = useState<BackTest | null>(null);
  const tester = useRef<Tester | null>(null);
  const tuned = useRef(onTuned);
  useEffect(() => {
    tuned.current = onTuned;
  });
  useEffect(() => {
    const made = new Tester((answer) => {
      if (answer.result === null) tuned.current(answer.tuned);
      else setResult(answer.result);
    });
    tester.current = made;
    return () => made.end();
  }, []);
  useEffect(() => {
    if (input !== null) tester.current?.ask({ input, tuneAt: null });
  }, [input]);
  return {
    result: input === null ? null : result,
    tune: (tuneAt: number) => {
      if (input !== null) tester.current?.ask({ input, tuneAt });
    },
  };
}
