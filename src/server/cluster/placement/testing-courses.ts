import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { expect, vi } from 'vitest';
import { allRuns } from '../../../../tests/depth.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Family } from './messages.ts';
import { type TestEngine, type TestEngines, waiting } from './testing-engines.ts';

/** Random courses of what may happen to markets that two engines run, and what holds after each of them. */

/** What may happen in every family: time passes, and the network or an engine has a fault for some time. */
type Disturbance =
  | { readonly kind: 'wait'; readonly ms: number }
  | {
      readonly kind: 'fault';
      readonly fault: 'isCut' | 'losesChanges' | 'losesAnswers';
      readonly engine: number;
      readonly lastsMs: number;
    };

/** Waits and faults, three to two. */
export const disturbance: fc.Arbitrary<Disturbance> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait'), ms: fc.integer({ min: 1, max: 400 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fault'),
      fault: fc.constantFrom('isCut', 'losesChanges', 'losesAnswers'),
      engine: fc.nat(1),
      lastsMs: fc.integer({ min: 20, max: 2_600 }),
    }),
  },
);

/** A command with a key of its own, and what its user was answered. */
interface Asked {
  readonly key: string;
  readonly owner: bigint;
  answer: { readonly id: string } | { readonly refused: unknown } | null;
}

/** A course while it happens. */
export class Course<Of extends Family> {
  readonly asked: Asked[] = [];
  readonly #engines: readonly TestEngine<Of>[];
  readonly #open: Promise<unknown>[] = [];

  private constructor(engines: readonly TestEngine<Of>[]) {
    this.#engines = engines;
  }

  /** Begins when two engines have arrived and run markets. */
  static async begin<Of extends Family>(arriving: TestEngines<Of>): Promise<Course<Of>> {
    const engines = [arriving.add('one'), arriving.add('two')];
    await vi.waitUntil(() => engines.every(({ markets }) => markets.length > 0), waiting);
    return new Course<Of>(engines);
  }

  /** Returns when the time has passed; a fault lasts while the course goes on. */
  async disturb(one: Disturbance): Promise<void> {
    if (one.kind === 'wait') {
      await sleep(one.ms);
      return;
    }
    const engine = this.#engines[one.engine];
    if (engine === undefined) return;
    engine[one.fault] = true;
    this.#open.push(sleep(one.lastsMs).then(() => (engine[one.fault] = false)));
  }

  /** Places an order under a key of its own, and keeps what came of it. */
  place(owner: bigint, submit: (key: string) => Promise<{ readonly id: string }>): void {
    const key = `${owner}-${this.asked.length}`.padEnd(16, '.');
    const placed: Asked = { key, owner, answer: null };
    this.asked.push(placed);
    this.#open.push(
      submit(key).then(
        ({ id }) => (placed.answer = { id }),
        (error: unknown) => (placed.answer = { refused: error }),
      ),
    );
  }

  /** Something of which it does not matter what comes of it. */
  attempt(doing: Promise<unknown>): void {
    this.#open.push(doing.catch(() => undefined));
  }

  /** Returns when everything is answered and every fault is over. */
  async end(): Promise<void> {
    await Promise.all(this.#open);
  }

  /** Expects that each order was placed once or not at all, as it was answered. @param idsOf what is stored of one */
  async expectDoneOnce(idsOf: (one: Asked) => Promise<readonly string[]>): Promise<void> {
    for (const one of this.asked) {
      const { key, answer } = one;
      const ids = await idsOf(one);
      if (answer !== null && 'id' in answer) expect({ key, ids }).toEqual({ key, ids: [answer.id] });
      else if (answer?.refused instanceof Refusal) expect({ key, ids }).toEqual({ key, ids: [] });
      // Anything else leaves open whether it was done.
      else expect(ids.length).toBeLessThanOrEqual(1);
    }
  }
}

/** Runs some random courses. */
export async function assertCourses<Happening>(
  happening: fc.Arbitrary<Happening>,
  check: (course: readonly Happening[]) => Promise<void>,
): Promise<void> {
  const courses = fc.array(happening, { minLength: 40, maxLength: 90, size: 'max' });
  await fc.assert(fc.asyncProperty(courses, check), { numRuns: allRuns(3), endOnFailure: true });
}
