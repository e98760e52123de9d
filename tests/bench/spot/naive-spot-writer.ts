import type { IdempotencyKey } from '#server/core/idempotency/idempotency-key.ts';
import { toSpotOrder, type OrderRow } from '#server/markets/spot/order-row.ts';
import { orderStatements } from '#server/markets/spot/order-writes.ts';
import type { Order } from '#protocol/spot/entities.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import { once } from '#server/core/idempotency/once.ts';
import { balanceKeyText } from '#server/core/ledger/balance-row.ts';
import type { Ledger } from '#server/core/ledger/ledger.ts';
import { pairOf } from '#server/markets/pairs.ts';
import { BatchFunds } from '#server/markets/spot/funds.ts';
import { SpotRun } from '#server/markets/spot/run.ts';
import { termsOf } from '#server/markets/spot/pair-terms.ts';
import { openingOf } from '#server/markets/spot/auction/phase.ts';
import type { PlaceRequest } from '#server/markets/spot/placement.ts';
import type { Spot } from '#server/markets/spot/spot.ts';
import { SpotMarket } from '#server/markets/spot/market.ts';
import { toOrder } from '#server/markets/spot/order.ts';
import type { Database, Transaction } from '#server/core/store/database.ts';

/** Opposing orders one order reads at most; the load never crosses more. */
const crossingMax = 30;

/**
 * The plain way to do it, to be measured against: one transaction per order. It claims the idempotency key,
 * locks its market, reads and locks the opposing orders it crosses by an index on price, locks the balances,
 * and writes orders, trades and ledger rows in as few statements as the exchange's own writer uses.
 */
export async function openNaiveSpot(database: Database, ledger: Ledger, clock: Clock): Promise<Pick<Spot, 'submit'>> {
  await database.pool.query(
    `CREATE INDEX IF NOT EXISTS spot_orders_price ON spot_orders (pair, side, price, id) WHERE status = 'open'`,
  );
  let lastId = 0;
  const nextId = () => (lastId = Math.max(lastId + 1, clock() * 1_000));

  async function place(tx: Transaction, request: PlaceRequest): Promise<Order> {
    const pair = pairOf(request.pair);
    const market = new SpotMarket(termsOf(pair), openingOf(pair));
    const opposing = await crossing(tx, request);
    // All balances at once, in the ledger's order: locking them as they come up would run into deadlocks.
    const owners = [request.owner, ...opposing.map((order) => order.owner)];
    const keys = owners.flatMap((owner) =>
      [pair.base, pair.quote].map((asset) => ({ owner, wallet: 'spot' as const, asset })),
    );
    const locked = await ledger.lockBalances(tx, keys);
    market.rebuild({ lastPrice: null, orders: opposing });
    const at = clock();
    const run = new SpotRun({
      at,
      nextId,
      funds: new BatchFunds(locked),
      market: () => market,
      marketOf: () => undefined,
      isHeld: () => false,
      finished: new Map(),
    });
    const order = run.place(request);
    const beside = orderStatements(run.rows(), run.trades);
    const changed = await ledger.postMany(tx, run.journals.all(), {
      held: new Set(locked.map(balanceKeyText)),
      beside,
    });
    ledger.changed(changed);
    return toOrder(order);
  }

  return {
    submit(request, mark?: IdempotencyKey) {
      if (request.kind !== 'place' || mark === undefined) throw new Error('only marked placing is measured');
      return database.transaction(async (tx) => {
        const keyed = { userId: request.owner, call: mark.call, key: mark.key, body: mark.bodyHash, at: clock() };
        const { answer } = await once(tx, keyed, async () => {
          await tx.client.query({
            name: 'naive-market',
            text: 'SELECT pg_advisory_xact_lock(hashtext($1))',
            values: [request.pair],
          });
          return place(tx, request);
        });
        return answer;
      });
    },
  };
}

async function crossing(tx: Transaction, { pair, side, price }: PlaceRequest) {
  const sql =
    side === 'buy'
      ? `SELECT * FROM spot_orders WHERE status = 'open' AND pair = $1 AND side = 'sell' AND price <= $2
          ORDER BY price, id LIMIT ${crossingMax} FOR UPDATE`
      : `SELECT * FROM spot_orders WHERE status = 'open' AND pair = $1 AND side = 'buy' AND price >= $2
          ORDER BY price DESC, id LIMIT ${crossingMax} FOR UPDATE`;
  const units = BigInt(Math.round(Number(price) * 1e8));
  const { rows } = await tx.client.query<OrderRow>({ name: `naive-${side}`, text: sql, values: [pair, units] });
  return rows.map(toSpotOrder).toSorted((a, b) => a.id - b.id);
}
