import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextFor } from '#server/http/testing.ts';
import type { CallName } from '#protocol/calls.ts';
import { unreachedCodes } from '#server/http/unreached-codes.ts';
import { type ContractsBench, openContractsBench } from './testing.ts';

/** Every code that the calls of contracts declare, reached through their handlers on a real store. */
const funds = 1_000n * 100_000_000n;

let bench: ContractsBench;
let who: bigint;
let other: bigint;

beforeAll(async () => {
  bench = await openContractsBench();
  [who = 0n, other = 0n] = await bench.users([funds, funds]);
  await book();
});
afterAll(() => bench.close());

async function book(): Promise<void> {
  bench.gate.halted.clear();
  await bench.markTo(600_000);
  await bench.quote([[599_950, 500]], [[600_050, 500]]);
}

const reached: (readonly [CallName, string | null])[] = [];

async function refusalOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof Error && 'codeName' in error) return String(error.codeName);
    throw error;
  }
}

const long = {
  type: 'market',
  contract: 'BTCPERP',
  side: 'long',
  lots: 2,
  leverage: 20,
  takeProfit: '90000',
  stopLoss: '30000',
} as const;

const place = (changes: object, context = contextFor(who)) =>
  bench.calls['POST contract']({ ...long, ...changes }, context);

async function openedPosition(): Promise<string> {
  const { position } = await place({});
  if (position === null) throw new Error('nothing was filled');
  return position.id;
}

const protect = (id: string, takeProfit: string, stopLoss: string) =>
  bench.calls['POST contractPl']({ id, takeProfit, stopLoss }, contextFor(who));
const close = (id: string, lots: number, by = who) => bench.calls['POST outContract']({ id, lots }, contextFor(by));

/** The same key for another body. */
async function twice<Body>(
  send: (body: Body, key: ReturnType<typeof contextFor>) => Promise<unknown>,
  one: Body,
  two: Body,
) {
  const key = contextFor(who);
  await send(one, key);
  await send(two, key);
}

const resting = async () => (await place({ type: 'limit', price: '59000' })).order.id;
const sellAll = async (id: string) => close(id, 2);

/** The setup of each refusal: caller and market state. */
const cases: readonly (readonly [CallName, string, () => Promise<unknown>])[] = [
  ['GET contractPage', 'notFound', () => bench.calls['GET contractPage']({ contract: 'XYZPERP' }, contextFor(who))],
  ['POST contract', 'longTakeProfitBelowPrice', () => place({ takeProfit: '60000' })],
  ['POST contract', 'longStopLossAbovePrice', () => place({ stopLoss: '60000' })],
  ['POST contract', 'shortTakeProfitAbovePrice', () => place({ side: 'short' })],
  ['POST contract', 'shortStopLossBelowPrice', () => place({ side: 'short', takeProfit: '50000' })],
  ['POST contract', 'quantityOutOfRange', () => place({ lots: 0 })],
  ['POST contract', 'quantityOutOfRange', () => place({ leverage: 7 })],
  ['POST contract', 'insufficientWalletBalance', () => place({ lots: 2_000 })],
  ['POST contract', 'delegationPriceInvalid', () => place({ stopLoss: '30000.05' })],
  ['POST contract', 'delegationPriceInvalid', () => place({ type: 'limit', price: '1000' })],
  ['POST contract', 'delegationPriceBeyondMarket', () => place({ type: 'limit', price: '61000' })],
  ['POST contract', 'pairClosed', async () => [await bench.markTo(null), await place({})]],
  ['POST contract', 'alreadyProcessed', () => twice(place, {}, { lots: 3 })],
  [
    'POST cancelContract',
    'orderFinished',
    async () => {
      const id = await resting();
      for (let request = 0; request < 2; request += 1)
        await bench.calls['POST cancelContract']({ id }, contextFor(who));
    },
  ],
  [
    'POST cancelContract',
    'alreadyProcessed',
    async () => {
      const [one, two] = [await resting(), await resting()];
      await twice((id, key) => bench.calls['POST cancelContract']({ id }, key), one, two);
    },
  ],
  [
    'POST cancelContract',
    'cannotCancel',
    async () => {
      const id = await resting();
      bench.gate.halted.add('USDT');
      await bench.calls['POST cancelContract']({ id }, contextFor(who));
    },
  ],
  ['POST outContract', 'minimumCloseOneLot', async () => close(await openedPosition(), 0)],
  ['POST outContract', 'closeAboveRemainingLots', async () => close(await openedPosition(), 3)],
  [
    'POST outContract',
    'closeAboveRemainingLots',
    async () => {
      const id = await openedPosition();
      await sellAll(id);
      await sellAll(id);
    },
  ],
  [
    'POST outContract',
    'cannotCloseNow',
    async () => {
      const id = await openedPosition();
      await bench.quote([], []);
      await close(id, 1);
    },
  ],
  [
    'POST outContract',
    'alreadyProcessed',
    async () => {
      const id = await openedPosition();
      await twice((lots, key) => bench.calls['POST outContract']({ id, lots }, key), 1, 2);
    },
  ],
  ['POST contractPl', 'delegationPriceInvalid', async () => protect(await openedPosition(), '70000.05', '50000')],
  ['POST contractPl', 'takeProfitAgainstMarket', async () => protect(await openedPosition(), '59000', '50000')],
  ['POST contractPl', 'stopPriceAgainstMark', async () => protect(await openedPosition(), '65000', '60100')],
  [
    'POST contractPl',
    'pairClosed',
    async () => {
      const id = await openedPosition();
      await bench.markTo(null);
      await protect(id, '65000', '50000');
    },
  ],
  [
    'POST contractPl',
    'alreadyProcessed',
    async () => {
      const id = await openedPosition();
      const move = (takeProfit: string, key: ReturnType<typeof contextFor>) =>
        bench.calls['POST contractPl']({ id, takeProfit, stopLoss: '50000' }, key);
      await twice(move, '70000', '71000');
    },
  ],
];

describe('the calls of contracts', () => {
  it.each(cases)('%s refuses with %s', async (name, code, work) => {
    await book();
    const got = await refusalOf(work);
    expect(got).toBe(code);
    reached.push([name, got]);
  });

  it('declare only codes that a case reaches', () => {
    expect(unreachedCodes('contract', reached)).toEqual([]);
  });

  it('do not reveal what belongs to other users', async () => {
    await book();
    const [position, order] = [await openedPosition(), await resting()];
    const by = contextFor(other);
    const tries = [
      () => close(position, 1, other),
      () => bench.calls['POST contractPl']({ id: position, takeProfit: '70000', stopLoss: '50000' }, by),
      () => bench.calls['POST cancelContract']({ id: order }, by),
      () => bench.calls['POST cancelContract']({ id: '999999999999999999' }, by),
    ];
    for (const work of tries) expect(await refusalOf(work)).toBe('notFound');
  });

  it('repeat the first answer to a repeated request, even when nothing is left to close or cancel', async () => {
    await book();
    const id = await openedPosition();
    const [closing, cancelling] = [contextFor(who), contextFor(who)];
    const closed = await bench.calls['POST outContract']({ id, lots: 2 }, closing);
    expect(await bench.calls['POST outContract']({ id, lots: 2 }, closing)).toEqual(closed);
    const order = await resting();
    const cancelled = await bench.calls['POST cancelContract']({ id: order }, cancelling);
    expect(await bench.calls['POST cancelContract']({ id: order }, cancelling)).toEqual(cancelled);
  });
});
