import type { ArchiveNeed, PartitionedTable } from '../core/archives/partitioned.ts';

/** The last price of a pair is that of its last trade, however long ago that was. */
const lastPrice: ArchiveNeed = {
  reader: 'markets/spot/store.ts, markets/candles/trade-log.ts',
  async find(client, { name, upper }) {
    const { rows } = await client.query<{ pair: string }>(
      `WITH RECURSIVE traded AS (
         (SELECT pair FROM ${name} ORDER BY pair LIMIT 1)
         UNION ALL
         SELECT (SELECT pair FROM ${name} AS own WHERE own.pair > traded.pair ORDER BY pair LIMIT 1)
           FROM traded WHERE traded.pair IS NOT NULL
       )
       SELECT pair FROM traded
        WHERE pair IS NOT NULL
          AND NOT EXISTS (SELECT FROM trades WHERE trades.pair = traded.pair AND ($1::bigint IS NULL OR trades.id >= $1))
        ORDER BY pair`,
      [upper],
    );
    if (rows.length === 0) return null;
    return `the last trades of ${rows.map(({ pair }) => pair).join(', ')} are in it, and with them their last prices`;
  },
};

/**
 * The fills of spot trading. `markets/candles/recounts.ts` counts minutes again from trades of the last hours at most; orders
 * carry what was filled of them.
 */
export const partitionedTrades: PartitionedTable = {
  table: 'trades',
  key: 'id',
  time: 'at',
  // Ids are made of the time, see `markets/spot/spot.ts`.
  step: { by: 'months', keysPerMs: 1_000n },
  newest: "greatest($1::bigint * 1000, (SELECT last_id FROM writer_fences WHERE writer = 'spot'))",
  sums: { by: ['pair'], of: ['amount', 'total', 'buyer_fee', 'seller_fee'], last: 'id' },
  oldestFirst: false,
  kept: null,
  needs: [lastPrice],
};
