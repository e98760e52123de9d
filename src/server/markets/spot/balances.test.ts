import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { allRuns } from '../../../../tests/depth.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import { houseOwners } from '#server/core/ledger/account.ts';
import { balanceKeyText } from '#server/core/ledger/balance-row.ts';
import { pairOf } from '../pairs.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import { batchBalances } from './balances.ts';
import { BatchFunds } from './funds.ts';
import { SpotRun } from './run.ts';
import { termsOf } from './pair-terms.ts';
import { openingOf } from './auction/phase.ts';
import type { PlaceRequest } from './placement.ts';
import type { CancelRequest, SpotRequest } from './spot.ts';
import { SpotMarket } from './market.ts';

const pairs = ['XLMUSDT', 'BTCUSDT'].map((id) => pairOf(id));
const owners = [...[1n, 2n, 3n, 4n, 5n].map((nth) => 100_000n + nth), houseOwners.makerA];

const limit = fc.record({
  owner: fc.constantFrom(...owners),
  pair: fc.constantFrom(...pairs),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  ticks: fc.integer({ min: 95, max: 105 }),
  lots: fc.integer({ min: 1, max: 20 }),
  type: fc.constantFrom('limit' as const, 'limit' as const, 'market' as const, 'budget' as const),
});

function requestOf({ owner, pair, side, ticks, lots, type }: typeof limit extends fc.Arbitrary<infer L> ? L : never) {
  const { id, priceDecimals, amountDecimals } = pair;
  // An order is worth some tens of USDT at least.
  const price = fromUnits(BigInt(ticks * 10_000), priceDecimals);
  const amount = fromUnits(BigInt(lots * 10_000), amountDecimals);
  const base = { kind: 'place', owner, pair: id, side } as const;
  if (type === 'limit') return { ...base, type, price, amount, total: null } satisfies PlaceRequest;
  if (type === 'market' || side === 'sell')
    return { ...base, type: 'market', price: null, amount, total: null } satisfies PlaceRequest;
  return { ...base, type: 'market', price: null, amount: null, total: String(lots * 20) } satisfies PlaceRequest;
}

const rich = owners.flatMap((owner) =>
  ['USDT', ...pairs.map(({ base }) => base)].map((asset) => ({
    owner,
    wallet: 'spot' as const,
    asset,
    available: 10n ** 17n,
    frozen: 0n,
    locked: 0n,
  })),
);

/** Markets and a worker of batches with unlimited funds. */
function exchange() {
  const markets = new Map(pairs.map((pair) => [pair.id, new SpotMarket(termsOf(pair), openingOf(pair))]));
  let id = 0;
  const marketOf = (order: number) => [...markets.values()].find((market) => market.open.has(order));
  return {
    balances: (batch: readonly SpotRequest[]) => batchBalances(batch, (pair) => markets.get(pair), marketOf),
    openIds: () => [...markets.values()].flatMap((market) => [...market.open.values()]),
    run: (batch: readonly SpotRequest[]): SpotRun => {
      const run = new SpotRun({
        funds: new BatchFunds(rich),
        at: 1,
        nextId: () => (id += 1),
        market: (pair) => markets.get(pair),
        marketOf,
        isHeld: () => false,
        finished: new Map(),
      });
      for (const request of batch) {
        try {
          if (request.kind === 'place') run.place(request);
          else run.cancel(request);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
      }
      return run;
    },
  };
}

test('a batch changes no balance of users or makers that was not locked before', () => {
  let [trades, locked] = [0, 0];
  fc.assert(
    fc.property(
      fc.array(limit, { maxLength: 40 }),
      fc.array(fc.tuple(limit, fc.nat({ max: 30 })), { minLength: 1, maxLength: 20 }),
      (resting, batch) => {
        const { balances, openIds, run } = exchange();
        run(resting.map(requestOf));
        const open = openIds();
        const requests = batch.map(([one, nth]): SpotRequest => {
          const order = open[nth];
          if (order === undefined) return requestOf(one);
          return { kind: 'cancel', owner: order.owner, id: order.id } satisfies CancelRequest;
        });
        const known = new Set(balances(requests).map(balanceKeyText));
        const done = run(requests);
        const changed = done.journals.all().flatMap((journal) => [...journal.postings, ...(journal.fees ?? [])]);
        for (const key of changed) expect(known).toContain(balanceKeyText(key));
        trades += done.trades.length;
        locked += known.size;
      },
    ),
    { numRuns: allRuns(300) },
  );
  expect(trades).toBeGreaterThan(300);
  expect(locked).toBeGreaterThan(0);
});

test('users that cannot be matched are not locked', () => {
  const { balances, run } = exchange();
  const [pair] = pairs;
  if (pair === undefined) throw new Error('a pair is needed');
  const of = (owner: bigint, side: 'buy' | 'sell', ticks: number) =>
    requestOf({ owner, pair, side, ticks, lots: 10, type: 'limit' });
  run([of(100_001n, 'sell', 101), of(100_002n, 'sell', 102), of(100_003n, 'sell', 103)]);
  const texts = (requests: SpotRequest[]) => new Set(balances(requests).map(balanceKeyText));
  expect(texts([of(100_004n, 'buy', 100)])).toEqual(new Set(['100004/spot/USDT']));
  const reached = texts([of(100_004n, 'buy', 105)]);
  expect([...reached].some((text) => text.startsWith('100001'))).toBe(true);
  expect([...reached].some((text) => text.startsWith('100002'))).toBe(false);
});
