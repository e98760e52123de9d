import { useEffect, useRef, useState } from 'react';
import type { RobotParameters } from '#protocol/robots/entities/parameters.ts';
import type { BackTest } from '#protocol/robots/maths/back-test/back-test-result.ts';
import type { Test } from './desk.ts';
import { Tester } from './tester.ts';

/** The worker of a screen, which goes with it; null before it is there. */
export function useTester(): Tester | null {
  const [tester, setTester] = useState<Tester | null>(null);
  useEffect(() => {
    const made = new Tester();
    queueMicrotask(() => setTester(made));
    return () => made.end();
  }, []);
  return tester;
}

/** One test at a time: what is asked for meanwhile waits, and only the newest of it. */
class Line {
  readonly #tester: Tester;
  readonly #heard: (result: BackTest | null) => void;
  #isBusy = false;
  #next: Test | null = null;

  constructor(tester: Tester, heard: (result: BackTest | null) => void) {
    this.#tester = tester;
    this.#heard = heard;
  }

  ask(test: Test): void {
    this.#next = test;
    if (!this.#isBusy) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    for (let test = this.#next; test !== null; test = this.#next) {
      this.#next = null;
      const result = await this.#tester.ask('test', test).catch(() => undefined);
      if (result !== undefined) this.#heard(result);
    }
    this.#isBusy = false;
  }
}

/** The newest result of a test, computed beside the page; the one before stays until the next is there. */
export function useBackTest(
  tester: Tester | null,
  test: Test | null,
  onTuned: (parameters: RobotParameters | null) => void,
) {
  const [result, setResult] = useState<BackTest | null | undefined>(undefined);
  const line = useRef<Line | null>(null);
  const newest = useRef(test);
  useEffect(() => {
    if (tester === null) return;
    const made = new Line(tester, setResult);
    line.current = made;
    if (newest.current !== null) made.ask(newest.current);
    // Other minutes: the same again.
    return tester.taken.subscribe(() => newest.current !== null && made.ask(newest.current));
  }, [tester]);
  useEffect(() => {
    newest.current = test;
    if (test !== null) line.current?.ask(test);
  }, [test]);
  return {
    result: test === null ? null : (result ?? null),
    /** There are too few minutes to test on. */
    isEmpty: result === null,
    tune: (ticks: number) => {
      if (test !== null) void tester?.ask('tune', { ...test, ticks }).then(onTuned);
    },
  };
}
