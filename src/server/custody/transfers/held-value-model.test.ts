import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atDepth, seed } from '../../../../tests/depth.ts';
import { hourMs } from '#protocol/core/durations.ts';
import { multiplyDecimals, toUnits, truncateDecimal } from '#protocol/core/decimal.ts';
import { createLedger } from '#server/core/ledger/ledger.ts';
import { createHeldValues } from '#server/core/outflow/held-value.ts';
import { type HeldValues, outflowWith } from '#server/core/outflow/outflow.ts';
import { worthAt } from '#server/core/outflow/worth.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { createFairPrices } from '#server/markets/spot/fair-price.ts';
import { openExchanges } from '#server/markets/spot/open-exchanges.ts';
import type { Spot } from '#server/markets/spot/spot.ts';
import { openSpotBench } from '#server/markets/spot/testing.ts';
import { rightPassword, testTransfers, type TestTransfers } from './testing.ts';

/**
 * Random histories of a thief who bought coins from a merchant, with an accomplice on the other side of payments and trades, and
 * of somebody honest who bought nothing: through the real gate, transfers, conversions and books on a real store. Whatever the
 * thief gets through leaves as much as is held, and whoever bought nothing is never held.
 */

let transfers: TestTransfers;
let spot: Spot;
let thief = 0n;
let accomplice = 0n;
let honest = 0n;
let orders = 0;

const priceOf = (asset: string) => (asset === 'USDT' ? '1' : (transfers.index.get(asset) ?? null));
const fairPriceOf = createFairPrices(priceOf);
const held: HeldValues = createHeldValues({
  ledger: createLedger(),
  indexPrice: priceOf,
  openOrders: (owner) => openExchanges(spot)(owner),
});

beforeAll(async () => {
  transfers = await testTransfers({ outflow: outflowWith([], held) });
  [thief, accomplice, honest] = [await transfers.user(), await transfers.user(), await transfers.user()];
  ({ spot } = await openSpotBench(transfers.database, { clock: () => transfers.now() }));
  for (const who of [accomplice, honest]) {
    await transfers.fund(who, 'USDT', '100000000');
    await transfers.fund(who, 'ETH', '100000');
  }
}, 60_000);
afterAll(async () => {
  await spot.close();
  await transfers.close();
});

const amount = fc.integer({ min: 5, max: 900 });
const who = fc.constantFrom('thief' as const, 'honest' as const);
const coin = fc.constantFrom('USDT' as const, 'ETH' as const);
const side = fc.constantFrom('buy' as const, 'sell' as const);
/** Percent of the index. */
const level = fc.constantFrom(50, 90, 97, 99, 100, 101, 103, 110, 200);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('buy' as const), amount }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('pay' as const), who, coin, amount, times: fc.constantFrom(1, 2) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('margin' as const), coin, amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('convert' as const), coin, amount }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('trade' as const), who, side, level, amount, met: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('market' as const), side, level, amount }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('meet' as const), side, level, amount }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('index' as const), level: fc.constantFrom(95, 100, 106) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pass' as const), hours: fc.constantFrom(1, 25) }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** What the steps of all histories came to. */
const seen = new Set<string>();

/** The word done, or the code of a refusal. */
async function outcome(what: string, work: () => Promise<unknown>): Promise<string> {
  const end = await work().then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refusal) return error.codeName;
      throw error;
    },
  );
  seen.add(`${what}: ${end}`);
  return end;
}

const unitsOf = (asset: 'USDT' | 'ETH', usdt: number) =>
  asset === 'USDT' ? String(usdt) : truncateDecimal(String(usdt / 3000), 4);

const idOf = (name: 'thief' | 'honest') => (name === 'thief' ? thief : honest);

function place(owner: bigint, on: 'buy' | 'sell', percent: number | null, usdt: number): Promise<unknown> {
  const price = percent === null ? null : truncateDecimal(multiplyDecimals('3000', String(percent / 100), 8), 2);
  const asked = {
    kind: 'place',
    owner,
    pair: 'ETHUSDT',
    side: on,
    type: percent === null ? 'market' : 'limit',
  } as const;
  const request = { ...asked, price, amount: unitsOf('ETH', usdt), total: null };
  const fair = fairPriceOf(request);
  orders += 1;
  return spot.submit(fair === null ? request : { ...request, fair }, {
    call: 'POST currency',
    key: `order-${orders}`,
    bodyHash: 'x'.repeat(22),
  });
}

const pay = (from: bigint, asset: string, units: string) =>
  outcome('pay', () =>
    transfers.handlers['POST freeTransferForWallet'](
      {
        step: 'pay',
        to: { by: 'id', id: String(accomplice) },
        asset,
        amount: units,
        remark: '',
        transactionPassword: rightPassword,
      },
      transfers.context(from),
    ),
  );

async function purchase(usdt: number): Promise<void> {
  const units = toUnits(String(usdt), 8);
  const { database, ledger } = transfers;
  orders += 1;
  const order = BigInt(orders);
  await database.transaction(async (tx) => {
    await held.keep(tx, { owner: thief, order, asset: 'USDT', units, paid: null }, transfers.now());
    const account = { wallet: 'fiat', asset: 'USDT', part: 'available' } as const;
    const postings = [
      { ...account, owner: 2n, amount: -units },
      { ...account, owner: thief, amount: units },
    ];
    await ledger.post(tx, { kind: 'practice', reference: null, at: transfers.now(), postings });
  });
  await transfers.handlers['POST transfer'](
    { asset: 'USDT', from: 'fiat', to: 'spot', amount: String(usdt) },
    transfers.context(thief),
  );
}

/** What the thief still has and what of it is held, reckoned from the rows. */
async function standing(): Promise<{ readonly worth: bigint; readonly held: bigint }> {
  const { pool } = transfers.database;
  const { rows: balances } = await pool.query<{ asset: string; available: string }>(
    'SELECT asset, available FROM balances WHERE owner = $1 AND wallet IN (0, 2)',
    [thief],
  );
  const { rows: resting } = await pool.query<{ side: string; price: string; amount: string; filled: string }>(
    "SELECT side, price, amount, filled FROM spot_orders WHERE owner = $1 AND status = 'open'",
    [thief],
  );
  const { rows: holds } = await pool.query<{ value: string }>(
    'SELECT value FROM value_holds WHERE owner = $1 AND until > $2',
    [thief, transfers.now()],
  );
  const valueOf = (asset: string, units: bigint) => worthAt({ asset, units }, priceOf(asset));
  const behind = resting.map(({ price, amount: all, filled }) => {
    const units = BigInt(all) - BigInt(filled);
    const [inEth, inUsdt] = [valueOf('ETH', units), (units * BigInt(price)) / 10n ** 8n];
    return inEth < inUsdt ? inEth : inUsdt;
  });
  const available = balances.map((row) => valueOf(row.asset, BigInt(row.available)));
  return {
    worth: [...available, ...behind].reduce((sum, value) => sum + value, 0n),
    held: holds.reduce((sum, { value }) => sum + BigInt(value), 0n),
  };
}

/** What a fair trade may cost of its value: two percent, and fees. */
const fairCost = (usdt: number) => toUnits(String(usdt), 8) / 40n;

async function run(one: Step): Promise<void> {
  const before = await standing();
  /** The least that the thief may have behind a step. */
  let least: bigint | null = null;
  let allowed = 0n;
  if (one.do === 'buy') await purchase(one.amount);
  else if (one.do === 'pass') transfers.pass(one.hours * hourMs);
  else if (one.do === 'index') transfers.index.set('ETH', String(30 * one.level));
  else if (one.do === 'pay') {
    const units = unitsOf(one.coin, one.amount);
    const ends = await Promise.all(Array.from({ length: one.times }, () => pay(idOf(one.who), one.coin, units)));
    if (one.who === 'honest') expect(ends).not.toContain('withdrawalHold');
    else if (ends.includes('done')) least = before.held;
  } else if (one.do === 'margin') {
    const body = { asset: one.coin, from: 'spot', to: 'contract', amount: unitsOf(one.coin, one.amount) } as const;
    if (
      (await outcome('margin', () => transfers.handlers['POST transfer'](body, transfers.context(thief)))) === 'done'
    ) {
      least = before.held;
    }
  } else if (one.do === 'convert') {
    const [from, to] = one.coin === 'USDT' ? (['USDT', 'ETH'] as const) : (['ETH', 'USDT'] as const);
    await outcome('convert', async () => {
      const asked = { from, to, amount: unitsOf(one.coin, one.amount) };
      const { quote } = await transfers.handlers['GET convertPage'](asked, transfers.context(thief));
      if (quote !== null) await transfers.handlers['POST convert']({ quote: quote.id }, transfers.context(thief));
    });
    // The house takes its fee, and up to two percent where the last price is not the index.
    allowed = fairCost(one.amount) * 4n;
  } else if (one.do === 'trade') {
    const other = one.side === 'buy' ? 'sell' : 'buy';
    if (one.met) await outcome('other', () => place(accomplice, other, one.level, one.amount));
    const end = await outcome('limit', () => place(idOf(one.who), one.side, one.level, one.amount));
    if (one.who === 'honest') expect(end).not.toBe('withdrawalHold');
    allowed = fairCost(one.amount) * 2n;
  } else if (one.do === 'market') {
    await outcome('other', () => place(accomplice, one.side === 'buy' ? 'sell' : 'buy', one.level, one.amount));
    await outcome('market', () => place(thief, one.side, null, one.amount));
    allowed = fairCost(one.amount) * 2n;
  } else await outcome('other', () => place(accomplice, one.side, one.level, one.amount));
  const after = await standing();
  // Beyond what a fair trade costs, only what is free is lost. A step of the index or the clock moves nothing.
  if (one.do === 'index' || one.do === 'pass' || one.do === 'buy') return;
  const floor = before.worth < before.held ? before.worth : before.held;
  expect(after.worth, JSON.stringify(one)).toBeGreaterThanOrEqual((least ?? floor - allowed) - dust);
}

/** What truncation of prices and values takes, in the smallest unit of USDT: a cent. */
const dust = 1_000_000n;

/** Everything the thief has goes, and the books are empty: histories do not touch each other. */
async function begin(): Promise<void> {
  for (const owner of [thief, accomplice, honest]) {
    for (const { id } of spot.openOrders(owner)) await spot.submit({ kind: 'cancel', owner, id });
  }
  transfers.index.set('ETH', '3000');
  await transfers.database.pool.query('DELETE FROM value_holds WHERE owner = $1', [thief]);
  for (const asset of ['USDT', 'ETH']) {
    const units = await transfers.available(thief, asset);
    if (units > 0n) {
      const account = { wallet: 'spot', asset, part: 'available' } as const;
      const postings = [
        { ...account, owner: thief, amount: -units },
        { ...account, owner: 2n, amount: units },
      ];
      await transfers.database.transaction((tx) =>
        transfers.ledger.post(tx, { kind: 'practice', reference: null, at: transfers.now(), postings }),
      );
    }
  }
  await transfers.fund(thief, 'USDT', '200');
}

test('a thief never moves held value out, whatever else happens', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14, size: 'max' }), async (steps) => {
      await begin();
      await purchase(500);
      for (const one of steps) await run(one);
    }),
    { numRuns: atDepth(1_000, 25), seed, endOnFailure: true },
  );
  for (const what of ['pay', 'margin', 'limit', 'market']) {
    expect([...seen]).toEqual(expect.arrayContaining([`${what}: done`, `${what}: withdrawalHold`]));
  }
  expect([...seen]).toContain('convert: done');
}, 900_000);
