import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { Decimal } from '#protocol/core/decimal.ts';
import type { PriceSource } from '../prices/price-source.ts';
import type { Database } from '#server/core/store/database.ts';
import type { Fill } from './market-trade.ts';

/** Stored trades. */
export interface TradeLog {
  /** The newest fills of a pair, newest first. */
  latest(pair: string, size: number): Promise<Fill[]>;
  /** Fills of a pair at or after a time, oldest first. */
  since(pair: string, fromMs: number): Promise<Fill[]>;
  /** The newest fills of a pair whose id is below one, newest first. */
  before(pair: string, id: string, size: number): Promise<Fill[]>;
  /** Time of the last trade, or null. */
  newestAt(): Promise<number | null>;
}

/** Without any trade. */
export const noTrades: TradeLog = {
  latest: () => Promise.resolve([]),
  since: () => Promise.resolve([]),
  before: () => Promise.resolve([]),
  newestAt: () => Promise.resolve(null),
};

/** Fills per read when scanning back in time. */
export const pageSize = 2_000;
/** The most fills read back for one pair: hours of the busiest market. */
const pagesMax = 500;

interface FillRow {
  readonly id: string;
  readonly side: 'buy' | 'sell';
  readonly price: string;
  readonly amount: string;
  readonly at: string;
}

/** The stored trades of spot trading. */
export function createTradeLog({ pool }: Pick<Database, 'pool'>): TradeLog {
  return tradeLog({ pool }, async (pair, id, size) => {
    const { rows } = await pool.query<FillRow>(
      'SELECT id, side, price, amount, at FROM trades WHERE pair = $1 AND id < $2 ORDER BY id DESC LIMIT $3',
      [pair, id, size],
    );
    return rows.map((row) => ({
      id: Number(row.id),
      pair,
      side: row.side,
      price: BigInt(row.price),
      amount: BigInt(row.amount),
      at: Number(row.at),
    }));
  });
}

/** @param before the newest fills of a pair whose id is below one, newest first */
export function tradeLog(
  { pool }: Pick<Database, 'pool'>,
  before: (pair: string, id: string, size: number) => Promise<Fill[]>,
): TradeLog {
  const end = String(Number.MAX_SAFE_INTEGER);
  return {
    async newestAt() {
      const { rows } = await pool.query<{ at: string | null }>(
        // Trades are indexed by pair: one look-up per pair that has any.
        `WITH RECURSIVE traded AS (
           (SELECT pair FROM trades ORDER BY pair LIMIT 1)
           UNION ALL
           SELECT (SELECT trades.pair FROM trades WHERE trades.pair > traded.pair ORDER BY trades.pair LIMIT 1)
             FROM traded WHERE traded.pair IS NOT NULL
         )
         SELECT greatest(
           (SELECT max(latest.at) FROM traded
             CROSS JOIN LATERAL (SELECT at FROM trades WHERE trades.pair = traded.pair ORDER BY id DESC LIMIT 1) AS latest),
           (SELECT at FROM contract_trades ORDER BY id DESC LIMIT 1)) AS at`,
      );
      const at = rows[0]?.at ?? null;
      return at === null ? null : Number(at);
    },
    before,
    latest: (pair, size) => before(pair, end, size),
    async since(pair, fromMs) {
      const found: Fill[] = [];
      let cursor = end;
      for (let page = 0; page < pagesMax; page += 1) {
        const fills = await before(pair, cursor, pageSize);
        for (const fill of fills) {
          if (fill.at < fromMs) return found.toReversed();
          found.push(fill);
        }
        const last = fills.at(-1);
        if (last === undefined || fills.length < pageSize) break;
        cursor = String(last.id);
      }
      return found.toReversed();
    },
  };
}

/**
 * The tradable pairs: those with a source price, those listed with a price of their own, and those traded before. An
 * external exchange may not list every coin.
 */
export async function tradablePairs(
  { pool }: Pick<Database, 'pool'>,
  source: Pick<PriceSource, 'indexPrice'>,
  pairs: readonly (Pair & { readonly referencePrice?: Decimal | null })[],
  now: number,
): Promise<readonly Pair[]> {
  const unknown = pairs
    .filter(({ id, referencePrice = null }) => referencePrice === null && source.indexPrice(id, now) === null)
    .map(({ id }) => id);
  if (unknown.length === 0) return pairs;
  const { rows } = await pool.query<{ pair: string }>(
    `SELECT wanted.pair FROM unnest($1::text[]) AS wanted (pair)
      WHERE EXISTS (SELECT 1 FROM trades WHERE trades.pair = wanted.pair)`,
    [unknown],
  );
  const traded = new Set(rows.map((row) => row.pair));
  return pairs.filter((pair) => !unknown.includes(pair.id) || traded.has(pair.id));
}
