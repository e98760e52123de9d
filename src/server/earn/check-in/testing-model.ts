import * as fc from 'fast-check';
import { dayMs, hourMs } from '#protocol/core/durations.ts';

/**
 * Signing in as anybody would write it down from its rules: the rewards of a run stand in a list and are crossed off. It
 * shares no code with the area.
 */

/** People of a run. */
export const people = 3;

/** The terms of a month. */
interface Pool {
  reward: bigint;
  budget: bigint;
  used: bigint;
}

/** Somebody who signs in. */
interface Person {
  /** The last day that was signed in; before the first, long ago. */
  last: number;
  length: number;
  /** Rewards that are promised for the days ahead, next first. */
  promised: bigint[];
  /** The month whose pool bears them. */
  month: string;
  got: bigint;
  /** Days that were signed in, and what each paid. */
  readonly days: Map<number, bigint>;
}

/** What rewards come to. */
export const sumOf = (rewards: readonly bigint[]) => rewards.reduce((sum, one) => sum + one, 0n);

/** The naive machine. */
export class NaiveCheckIn {
  readonly persons: Person[];
  /** By month. Runs share them, as people do. */
  readonly pools: Map<string, Pool>;
  free: bigint;
  isHalted = false;

  constructor(pools: Map<string, Pool>, free: bigint) {
    this.pools = pools;
    this.free = free;
    this.persons = Array.from({ length: people }, () => {
      return { last: -9, length: 0, promised: [], month: '', got: 0n, days: new Map() };
    });
  }

  get aside(): bigint {
    return this.persons.reduce((sum, { promised }) => sum + sumOf(promised), 0n);
  }

  dayOf(now: number): number {
    return Math.floor((now + 8 * hourMs) / dayMs);
  }

  monthOf(day: number): string {
    return new Date(day * dayMs).toISOString().slice(0, 7);
  }

  /** The pool of a month; one that has none yet begins with the terms of the month before it. */
  poolOf(month: string, begins: boolean): Pool {
    const own = this.pools.get(month);
    if (own !== undefined) return own;
    const before = [...this.pools.keys()].filter((one) => one < month).toSorted();
    const pool = { ...(this.pools.get(before.at(-1) ?? '') ?? { reward: 0n, budget: 0n }), used: 0n };
    if (begins) this.pools.set(month, pool);
    return pool;
  }

  fund(now: number): void {
    const { budget } = this.poolOf(this.monthOf(this.dayOf(now)), false);
    if (budget > 0n && this.free * 2n < budget) this.free = budget;
  }

  refusalOf({ last }: Person, now: number): string | null {
    if (last >= this.dayOf(now)) return 'alreadySignedIn';
    return this.isHalted ? 'notYetOpen' : null;
  }

  /** @returns what the day pays */
  signIn(person: Person, now: number): bigint {
    const day = this.dayOf(now);
    const month = this.monthOf(day);
    const pool = this.poolOf(month, true);
    const left = [pool.budget - pool.used, this.free].reduce((least, one) => (one < least ? one : least));
    if (person.last < day - 1) {
      this.release(person);
      person.length = 0;
    }
    person.length += 1;
    person.last = day;
    if (person.promised.length === 0) this.#promise(person, month, pool, left);
    const pays = person.promised.shift() ?? 0n;
    person.got += pays;
    person.days.set(day, pays);
    return pays;
  }

  /** All rewards to the end of the run, or that of the day alone, or none. */
  #promise(person: Person, month: string, pool: Pool, left: bigint): void {
    const run = Array.from({ length: 7 }, (_, place) => (place === 6 ? pool.reward * 2n : pool.reward));
    const ahead = run.slice((person.length - 1) % 7);
    person.promised = [ahead, ahead.slice(0, 1)].find((one) => sumOf(one) <= left) ?? [];
    person.month = month;
    pool.used += sumOf(person.promised);
    this.free -= sumOf(person.promised);
  }

  /** What was promised for a run that is broken is free again. */
  release(person: Person): void {
    const units = sumOf(person.promised);
    const pool = this.pools.get(person.month);
    if (units === 0n || pool === undefined) return;
    pool.used -= units;
    this.free += units;
    person.promised = [];
  }

  broken(now: number): Person[] {
    return this.persons.filter(({ promised, last }) => promised.length > 0 && last < this.dayOf(now) - 1);
  }
}

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('sign' as const), who: fc.nat(people - 1) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      n: fc.oneof(
        { weight: 4, arbitrary: fc.constant(dayMs) },
        { weight: 2, arbitrary: fc.integer({ min: 0, max: 26 * hourMs }) },
        { weight: 1, arbitrary: fc.integer({ min: 0, max: 9 * dayMs }) },
        { weight: 1, arbitrary: fc.integer({ min: -50 * hourMs, max: 0 }) },
        { weight: 1, arbitrary: fc.constant(31 * dayMs) },
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('release' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fund' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('halt' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('terms' as const),
      reward: fc.bigInt({ min: 1n, max: 50_000_000n }),
      /** What is left of the budget then, in rewards; below zero it is refused. */
      left: fc.integer({ min: -1, max: 30 }),
    }),
  },
);
/** What happens next. */
export type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
/** How writes of a step fail; a lost call may be asked again under its key, also after a restart. */
const trouble = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  {
    weight: 2,
    arbitrary: fc.record({
      how: fc.constantFrom('undone' as const, 'unheard' as const),
      times: fc.constantFrom(1, 1, 2, 99),
      isAskedAgain: fc.boolean(),
      restarts: fc.boolean(),
    }),
  },
);
/** See `trouble`. */
export type Trouble = typeof trouble extends fc.Arbitrary<infer One> ? One : never;
/** The life of a run. */
export const steps = fc.array(fc.record({ one: step, fails: trouble }), { minLength: 8, maxLength: 28 });
