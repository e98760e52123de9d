import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { atDepth, seed } from '../../../../tests/depth.ts';
import { dayMs, hourMs, minuteMs } from '#protocol/core/durations.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { failingDatabase, MadeFailure, noFailures } from '#server/core/store/testing-failures.ts';
import { contextFor } from '#server/http/testing.ts';
import { testMining, type TestMining } from './testing.ts';

/**
 * The mall on a real store against a machine that walks through every millisecond and pays at the end of each day: random
 * fills, starts and collections between jumps of the clock by hours and days, also back, restarts between any two steps, and
 * writes that fail at the last moment or whose answers get lost.
 */

let mining: TestMining;
const failures = noFailures();
beforeAll(async () => {
  mining = await testMining();
  await mining.restart(failingDatabase(mining.database, failures));
});
afterAll(() => mining.close());

/** A day of a minute that burns 7 and pays 0.0000003, from a tank of 20; three of them. */
const terms = { dayMs: minuteMs, burn: 7, capacity: 20, days: 3, power: 3, yieldPerPower: 110_000n, price: 5n };
const dailyUnits = 33n;

/** The naive machine: in steps of one millisecond. */
class NaiveMiner {
  fuel = 0;
  ran = 0;
  started = false;
  collected = 0n;
  /** It was seen standing still, with too little fuel or at its end. */
  isSeenStill = false;
  /** Up to here it was walked; before that no time passes, also by a clock that was set back. */
  at: number;

  constructor(at: number) {
    this.at = at;
  }

  get hasEnded(): boolean {
    return this.ran === terms.days * terms.dayMs;
  }

  get isStill(): boolean {
    return this.started && (this.hasEnded || this.fuel < terms.burn);
  }

  /** Walks up to a time. */
  walk(now: number): void {
    if (!this.started || this.hasEnded) return;
    for (let gone = this.at; gone < now && !this.isStill; gone += 1) {
      this.fuel -= terms.burn;
      this.ran += 1;
    }
    this.at = Math.max(this.at, now);
    this.isSeenStill = this.isStill;
  }

  /** The same miner at a time, for looking. */
  seenAt(now: number): NaiveMiner {
    const copy = Object.assign(new NaiveMiner(this.at), this);
    copy.walk(now);
    return copy;
  }

  get due(): bigint {
    return BigInt(Math.floor(this.ran / terms.dayMs)) * dailyUnits - this.collected;
  }
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pass' as const), n: fc.integer({ min: 0, max: 80_000 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      n: fc.constantFrom(5 * hourMs, 2 * dayMs, -40_000, -3 * hourMs, -dayMs),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('fill' as const), n: fc.integer({ min: 1, max: 20 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('start' as const), n: fc.constant(0) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('collect' as const), n: fc.constant(0) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('due' as const), n: fc.constant(0) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), n: fc.constant(0) }) },
);
/** How the next write fails; what was lost may be asked again under its key, also after a restart. */
const trouble = fc.option(
  fc.record({
    how: fc.constantFrom('undone' as const, 'unheard' as const),
    isAskedAgain: fc.boolean(),
    restarts: fc.boolean(),
  }),
);
type Trouble = typeof trouble extends fc.Arbitrary<infer One> ? One : never;
const steps = fc.array(fc.record({ one: step, fails: trouble }), { minLength: 6, maxLength: 16 });

interface World {
  readonly owner: bigint;
  readonly miner: string;
  readonly naive: NaiveMiner;
  acts: number;
  /** When looking at what is due failed since the last restart: it waits up to a minute then. */
  failedAt: number[];
}

interface Step {
  readonly do: string;
  readonly n: number;
}

/** Asks the mall for a step. @returns whether it was done, refused, or lost */
async function inMall({ owner, miner }: World, { do: what, n }: Step, key: string) {
  const { calls } = mining.mall();
  const context = contextFor(owner, key);
  try {
    if (what === 'fill') await calls['POST startUpMiningOrder']({ step: 'fill', miner, fuel: n }, context);
    else if (what === 'start') await calls['POST startUpMiningOrder']({ step: 'start', miner }, context);
    else await calls['POST pickMiningOrder']({ miner }, context);
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return 'refused';
    if (error instanceof MadeFailure) return 'lost';
    throw error;
  }
}

/** What the naive machine makes of a step that was done. */
function inNaive(naive: NaiveMiner, { do: what, n }: Step, now: number): void {
  naive.walk(now);
  if (what === 'fill') {
    naive.fuel += n * terms.dayMs;
    naive.isSeenStill = false;
  } else if (what === 'start') {
    naive.started = true;
    naive.at = Math.max(naive.at, now);
  } else naive.collected += naive.due;
}

/** Whether the naive machine would do it: what the mall has to answer. */
function isRight({ fuel, ran, started, due, hasEnded }: NaiveMiner, { do: what, n }: Step): boolean {
  const { dayMs: length, days, burn, capacity } = terms;
  if (what === 'start') return !started && fuel >= burn;
  if (what === 'collect') return due > 0n;
  const isTooMuch = fuel + n * length > capacity * length || fuel + (n - 1) * length >= burn * (days * length - ran);
  return !hasEnded && !isTooMuch;
}

async function restart(world: World): Promise<void> {
  await mining.restart(failingDatabase(mining.database, failures));
  world.failedAt = [];
}

async function act(world: World, one: Step, fails: Trouble): Promise<void> {
  const { naive } = world;
  const now = mining.now();
  const wasRight = isRight(naive.seenAt(now), one);
  const key = `act-of-a-model-${world.miner}-${(world.acts += 1)}`;
  Object.assign(failures, noFailures(), fails === null ? {} : { how: fails.how, times: 1 });
  const first = await inMall(world, one, key);
  Object.assign(failures, noFailures());
  expect({ ...one, first }).toEqual({ ...one, first: wasRight ? (fails === null ? 'done' : 'lost') : 'refused' });
  if (!wasRight) return;
  if (fails?.how !== 'undone') inNaive(naive, one, now);
  if (fails === null) return;
  if (fails.restarts) await restart(world);
  if (!fails.isAskedAgain) return;
  expect(await inMall(world, one, key)).toBe('done');
  if (fails.how === 'undone') inNaive(naive, one, now);
}

/** Looks at what is due; what failed is tried again within a minute. */
async function handleDue(world: World, fails: Trouble): Promise<void> {
  const { naive } = world;
  const now = mining.now();
  const isDue = !naive.isSeenStill && naive.seenAt(now).isStill;
  const mayWait = world.failedAt.some((at) => at <= now && now < at + minuteMs);
  Object.assign(failures, noFailures(), fails === null ? {} : { how: fails.how, times: 1 });
  await mining.mall().handleDue();
  Object.assign(failures, noFailures());
  if (fails !== null) world.failedAt.push(now);
  const { rows } = await mining.database.pool.query<{ still: boolean }>(
    'SELECT stopped_at IS NOT NULL OR ended_at IS NOT NULL AS still FROM miners WHERE id = $1',
    [world.miner],
  );
  const wasSeen = isDue && rows[0]?.still === true;
  if (fails === null && !mayWait) expect(wasSeen).toBe(isDue);
  if (wasSeen) naive.walk(now);
}

async function compare({ owner, miner, naive }: World): Promise<void> {
  const { miner: seen } = await mining.mall().calls['GET miningOrderDetail']({ id: miner, size: 1 }, contextFor(owner));
  const { ran, fuel } = naive.seenAt(mining.now());
  expect({ ran: seen.run.ran, tank: seen.run.tank }).toEqual({ ran, tank: fuel });
  expect((await mining.balance(owner, 'mining')).available).toBe(naive.collected);
  const off = 'SELECT asset FROM balances GROUP BY asset HAVING sum(available + frozen + locked) <> 0';
  expect((await mining.database.pool.query(off)).rows).toEqual([]);
}

const runs = atDepth(200);
const auditEvery = 20;

it('equals the naive machine, and is backed all the time', { timeout: 120_000 + runs * 1_000 }, async () => {
  const model = await mining.model({ ...terms, issued: 1_000_000 });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const owner = await mining.user();
      const { list } = await mining
        .mall()
        .calls['POST addMiningOrder']({ model, quantity: 1, price: '0.00000005' }, contextFor(owner));
      const naive = new NaiveMiner(mining.now());
      const world: World = { owner, miner: list[0]?.id ?? '', naive, acts: 0, failedAt: [] };
      await restart(world);
      for (const { one, fails } of all) {
        if (one.do === 'pass') mining.pass(one.n);
        else if (one.do === 'restart') await restart(world);
        else if (one.do === 'due') await handleDue(world, fails);
        else await act(world, one, fails);
        await compare(world);
      }
      run += 1;
      if (run % auditEvery === 0) expect(await mining.faults()).toEqual([]);
    }),
    { numRuns: runs, seed },
  );
  expect(await mining.faults()).toEqual([]);
});
