import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import { dayMs } from '#protocol/core/durations.ts';
import { cancelPenaltyPercent, freeCancelsPerDay, openP2pOrdersMax } from '#protocol/p2p/currencies.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { atDepth, seed } from '../depth.ts';
import { p2pExchange, password } from './p2p-exchange.ts';
import type { Trader } from './p2p-market.ts';
import { escrowFaults, setMerchantDeposit } from './p2p-standing.ts';

/**
 * A buyer and a merchant over days, by the calls of a real exchange, against a model that knows nothing of the rows: what
 * counts, what it costs, and who is asked. The buyer has a merchant deposit in half of the runs.
 */

const runs = atDepth(12, 4);
const { caller, market, exchange, trader, codeOf } = p2pExchange('fiat-days');
let mei: Trader<string>;

beforeAll(async () => {
  mei = await trader();
}, 60_000);
afterAll(async () => {
  expect(await escrowFaults(exchange())).toEqual([]);
});

const query = (text: string, values: unknown[] = []) =>
  exchange().database.pool.query<Record<string, string>>(text, values);

type Step =
  | { readonly does: 'take'; readonly confirmed: boolean }
  | { readonly does: 'expire' | 'excused' | 'complete' }
  | { readonly does: 'cancel'; readonly confirmed: boolean }
  | { readonly does: 'sleep' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ does: fc.constant('take' as const), confirmed: fc.boolean() }) },
  { weight: 4, arbitrary: fc.constant({ does: 'expire' } as const) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('cancel' as const), confirmed: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constantFrom({ does: 'excused' } as const, { does: 'complete' } as const) },
  { weight: 1, arbitrary: fc.constant({ does: 'sleep' } as const) },
);

/** What the model knows. */
interface Model {
  readonly who: Trader<string>;
  readonly taking: object;
  today: number;
  /** Of the deposit, in units. */
  deposit: bigint;
  failed: number;
  readonly open: { readonly id: string; readonly confirmed: boolean }[];
}

const half = (units: bigint) => (units * BigInt(cancelPenaltyPercent)) / 100n;

async function take(model: Model, confirmed: boolean): Promise<void> {
  const { open, today } = model;
  const wanted =
    open.length >= openP2pOrdersMax
      ? 'unfinishedOrder'
      : today > freeCancelsPerDay
        ? 'contactSupportOrder'
        : today === freeCancelsPerDay && !confirmed
          ? 'thirdCancelCosts'
          : 'success';
  const { code, data } = await caller.call('POST tradeBuy', { ...model.taking, confirmed }, { as: model.who.as });
  if (wanted === 'success') {
    expect(code).toBe(200);
    open.push({ id: String(data['id']), confirmed: confirmed && today === freeCancelsPerDay });
    return;
  }
  expect(code).toBe(codes[wanted]);
  if (wanted !== 'thirdCancelCosts') return;
  expect(data).toEqual(model.deposit === 0n ? null : { amount: fromUnits(half(model.deposit), 8), asset: 'USDT' });
}

/** An order that counts ends. */
function count(model: Model, costs: boolean): void {
  model.today += 1;
  model.failed += 1;
  if (costs && model.today > freeCancelsPerDay) model.deposit -= half(model.deposit);
}

async function cancel(model: Model, confirmed: boolean): Promise<void> {
  const order = model.open.at(-1);
  if (order === undefined) return;
  const asks = model.today >= freeCancelsPerDay && half(model.deposit) > 0n && !confirmed;
  const answer = await codeOf('POST tradeCancel', { id: order.id, notPaid: true, confirmed }, model.who.as);
  expect(answer).toBe(asks ? 'thirdCancelCosts' : 'success');
  if (asks) return;
  model.open.pop();
  count(model, true);
}

async function expire(model: Model, excused: boolean): Promise<void> {
  const order = model.open.pop();
  if (order === undefined) return;
  if (excused) {
    await query(
      `INSERT INTO fiat_cases (fiat_order, owner, why, at, announced_at) VALUES ($1, $2, 'merchant-suspended', 0, 0)`,
      [order.id, mei.id],
    );
  }
  await query('UPDATE fiat_orders SET pay_until = 1, due_at = 1 WHERE id = $1', [order.id]);
  await expect
    .poll(async () => {
      await exchange().handleDueOrders();
      return (await query('SELECT state FROM fiat_orders WHERE id = $1', [order.id])).rows[0]?.['state'];
    })
    .toBe('cancelled');
  if (!excused) count(model, order.confirmed);
}

async function complete(model: Model): Promise<void> {
  const order = model.open.pop();
  if (order === undefined) return;
  await caller.done('POST tradePaid', { id: order.id }, model.who.as);
  await caller.done('POST otcFinish', { id: order.id, received: true, transactionPassword: password }, mei.as);
}

/** A day later: what was done today was done yesterday. */
async function sleep(model: Model): Promise<void> {
  await query(
    'UPDATE fiat_orders SET ended_at = ended_at - $2, created_at = created_at - $2 WHERE buyer = $1 AND ended_at IS NOT NULL',
    [model.who.id, dayMs],
  );
  model.today = 0;
}

async function run(model: Model, one: Step): Promise<void> {
  switch (one.does) {
    case 'take':
      return take(model, one.confirmed);
    case 'cancel':
      return cancel(model, one.confirmed);
    case 'expire':
    case 'excused':
      return expire(model, one.does === 'excused');
    case 'complete':
      return complete(model);
    case 'sleep':
      return sleep(model);
  }
}

async function compare(model: Model, hasDeposit: boolean): Promise<void> {
  if (hasDeposit) {
    const { held } = await caller.done('GET depositPage', {}, model.who.as);
    expect(held).toBe(fromUnits(model.deposit, 8));
  }
  const { rows } = await query('SELECT coalesce(sum(failed), 0)::text AS failed FROM fiat_days WHERE owner = $1', [
    model.who.id,
  ]);
  expect(rows).toEqual([{ failed: String(model.failed) }]);
}

it(
  `a buyer and a merchant over days, ${runs} runs of seed ${seed}`,
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(step, { minLength: 8, maxLength: 24, size: 'max' }),
        async (hasDeposit, steps) => {
          const who = await trader();
          const advert = await market.advert(mei, 'sell', '60');
          const taking = { ...(await market.takingOf(who, 'buy', advert)), amount: '2' };
          if (hasDeposit) {
            await market.fund(who.as, '10');
            await setMerchantDeposit(exchange(), who.id, 'whole');
            await query(`UPDATE balances SET locked = 50000000000 WHERE owner = $1 AND wallet = 2 AND asset = 'USDT'`, [
              who.id,
            ]);
          }
          const deposit = hasDeposit ? 50_000_000_000n : 0n;
          const model: Model = { who, taking, today: 0, deposit, failed: 0, open: [] };
          for (const one of steps) {
            await run(model, one);
            await compare(model, hasDeposit);
          }
          while (model.open.length > 0) await complete(model);
        },
      ),
      { numRuns: runs, seed, endOnFailure: true },
    );
  },
  60_000 + runs * 10_000,
);
