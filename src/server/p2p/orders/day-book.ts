import type { MerchantDay } from '#protocol/p2p/entities/merchants.ts';
import type { FiatCurrencyCode } from '#protocol/p2p/currencies.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import type { Queryable } from '#server/core/store/database.ts';
import { marketScale } from '#server/p2p/adverts/rules.ts';
import { dayStart } from '#server/p2p/merchants/rules.ts';

interface Sums {
  readonly asset: string;
  readonly currency: FiatCurrencyCode;
  readonly sold: number;
  readonly sold_units: string;
  readonly sold_amount: string;
  readonly bought: number;
  readonly bought_units: string;
  readonly bought_amount: string;
}

/** What a user sold and bought in P2P orders that were completed today (UTC+8), by coin and currency. */
export async function readDayBook(client: Queryable, owner: bigint, now: number): Promise<MerchantDay> {
  const since = dayStart(now);
  const { rows } = await client.query<Sums>(
    `SELECT asset, currency,
            count(*) FILTER (WHERE seller = $1)::int AS sold,
            coalesce(sum(units) FILTER (WHERE seller = $1), 0) AS sold_units,
            coalesce(sum(amount) FILTER (WHERE seller = $1), 0) AS sold_amount,
            count(*) FILTER (WHERE buyer = $1)::int AS bought,
            coalesce(sum(units) FILTER (WHERE buyer = $1), 0) AS bought_units,
            coalesce(sum(amount) FILTER (WHERE buyer = $1), 0) AS bought_amount
       FROM (SELECT * FROM fiat_orders WHERE seller = $1 AND state = 'completed' AND ended_at >= $2
             UNION ALL
             SELECT * FROM fiat_orders WHERE buyer = $1 AND state = 'completed' AND ended_at >= $2) AS own
      GROUP BY asset, currency ORDER BY asset, currency`,
    [owner, since],
  );
  return {
    since,
    rows: rows.map((row) => {
      const { asset, currency } = row;
      const scale = marketScale(asset, currency);
      const traded = (orders: number, units: bigint, amount: bigint) => ({
        orders,
        quantity: fromUnits(units, scale.coin),
        amount: fromUnits(amount, scale.money),
      });
      const [soldUnits, boughtUnits] = [BigInt(row.sold_units), BigInt(row.bought_units)];
      const [soldAmount, boughtAmount] = [BigInt(row.sold_amount), BigInt(row.bought_amount)];
      return {
        asset,
        currency,
        sold: traded(row.sold, soldUnits, soldAmount),
        bought: traded(row.bought, boughtUnits, boughtAmount),
        total: traded(row.sold + row.bought, soldUnits + boughtUnits, soldAmount + boughtAmount),
      };
    }),
  };
}
