import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hourMs, minuteMs } from '../../../protocol/durations.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import type { Database } from '../../core/store/database.ts';
import { contextFor } from '../../http/testing.ts';
import { testMining, type TestMining } from './testing.ts';

/**
 * The mall on a real store against a machine that walks through every millisecond and pays at the end of each day: random
 * purchases, fills, starts and collections between jumps of the clock, restarts, and writes that fail at the last moment.
 */

let mining: TestMining;
/** Whether the next transaction fails before it commits. */
let isFailing = false;
beforeAll(async () => {
  mining = await testMining();
  await mining.restart(failingNow(mining.database));
});
afterAll(() => mining.close());

class LostWrite extends Error {}

function failingNow(database: Database): Database {
  return {
    ...database,
    transaction: (work, isolation) =>
      database.transaction(async (tx) => {
        const result = await work(tx);
        if (isFailing) throw new LostWrite();
        return result;
      }, isolation),
  };
}

/** A day of a minute that burns 7 and pays 0.0000003, from a tank of 20; three of them. */
const terms = { dayMs: minuteMs, burn: 7, capacity: 20, days: 3, power: 3, yieldPerPower: 110_000n, price: 5n };
const dailyUnits = 33n;

/** The naive machine: in steps of one millisecond. */
class NaiveMiner {
  fuel = 0;
  ran = 0;
  started = false;
  collected = 0n;

  pass(ms: number): void {
    for (let gone = 0; gone < ms; gone += 1) {
      if (!this.started || this.ran === terms.days * terms.dayMs || this.fuel < terms.burn) return;
      this.fuel -= terms.burn;
      this.ran += 1;
    }
  }

  get due(): bigint {
    return BigInt(Math.floor(this.ran / terms.dayMs)) * dailyUnits - this.collected;
  }
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pass' as const), n: fc.integer({ min: 0, max: 80_000 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pass' as const), n: fc.constant(5 * hourMs) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('fill' as const), n: fc.integer({ min: 1, max: 20 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('start' as const), n: fc.constant(0) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('collect' as const), n: fc.constant(0) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('due' as const), n: fc.constant(0) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), n: fc.constant(0) }) },
);
const steps = fc.array(fc.record({ one: step, fails: fc.boolean() }), { minLength: 6, maxLength: 16 });

interface World {
  readonly owner: bigint;
  readonly miner: string;
  readonly naive: NaiveMiner;
}

/** Does a step in the mall. @returns whether it was done, and not refused or lost */
async function inMall({ owner, miner }: World, { do: what, n }: { do: string; n: number }): Promise<boolean> {
  const { calls, handleDue } = mining.mall();
  const context = contextFor(owner);
  try {
    if (what === 'fill') await calls['POST startUpMiningOrder']({ step: 'fill', miner, fuel: n }, context);
    else if (what === 'start') await calls['POST startUpMiningOrder']({ step: 'start', miner }, context);
    else if (what === 'collect') await calls['POST pickMiningOrder']({ miner }, context);
    else if (what === 'due') await handleDue();
    return true;
  } catch (error) {
    if (error instanceof Refusal || error instanceof LostWrite) return false;
    throw error;
  }
}

/** What the naive machine makes of a step that was done. */
function inNaive(naive: NaiveMiner, { do: what, n }: { do: string; n: number }): void {
  if (what === 'fill') naive.fuel += n * terms.dayMs;
  else if (what === 'start') naive.started = true;
  else if (what === 'collect') naive.collected += naive.due;
}

/** Whether the naive machine would do it: what the mall has to answer. */
function isRight({ fuel, ran, started, due }: NaiveMiner, { do: what, n }: { do: string; n: number }): boolean {
  const { dayMs, days, burn, capacity } = terms;
  const hasEnded = ran === days * dayMs;
  if (what === 'start') return !started && fuel >= burn;
  if (what === 'collect') return due > 0n;
  if (what !== 'fill') return true;
  const isTooMuch = fuel + n * dayMs > capacity * dayMs || fuel + (n - 1) * dayMs >= burn * (days * dayMs - ran);
  return !hasEnded && !isTooMuch;
}

async function compare({ owner, miner, naive }: World): Promise<void> {
  const { miner: seen } = await mining.mall().calls['GET miningOrderDetail']({ id: miner, size: 1 }, contextFor(owner));
  expect({ ran: seen.run.ran, tank: seen.run.tank }).toEqual({ ran: naive.ran, tank: naive.fuel });
  expect((await mining.balance(owner, 'mining')).available).toBe(naive.collected);
}

const runs = Number(process.env['MINING_RUNS'] ?? 200);
const auditEvery = 20;

it('equals the naive machine, and is backed all the time', { timeout: 120_000 + runs * 1_000 }, async () => {
  const model = await mining.model({ ...terms, issued: 1_000_000 });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      isFailing = false;
      const owner = await mining.user();
      const { list } = await mining
        .mall()
        .calls['POST addMiningOrder']({ model, quantity: 1, price: '0.00000005' }, contextFor(owner));
      const world: World = { owner, miner: list[0]?.id ?? '', naive: new NaiveMiner() };
      for (const { one, fails } of all) {
        if (one.do === 'pass') {
          mining.pass(one.n);
          world.naive.pass(one.n);
        } else if (one.do === 'restart') await mining.restart(failingNow(mining.database));
        else {
          const wasRight = isRight(world.naive, one);
          isFailing = fails;
          const wasDone = await inMall(world, one);
          isFailing = false;
          if (!fails) expect({ ...one, wasDone }).toEqual({ ...one, wasDone: wasRight });
          if (wasDone) inNaive(world.naive, one);
        }
        await compare(world);
      }
      run += 1;
      if (run % auditEvery === 0) expect(await mining.faults()).toEqual([]);
    }),
    { numRuns: runs },
  );
  expect(await mining.faults()).toEqual([]);
});
