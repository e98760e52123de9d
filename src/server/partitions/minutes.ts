import type { PartitionedTable } from '../core/archives/partitioned.ts';

/**
 * The minutes that charts are drawn from. Charts and back-tests show the source's prices for what is archived, as for times
 * when the exchange was down (`markets/candles/store.ts`).
 */
export const partitionedMinutes: PartitionedTable = {
  table: 'market_minutes',
  key: 'start_at',
  time: 'start_at',
  step: { by: 'months', keysPerMs: 1n },
  newest: '$1::bigint',
  sums: { by: ['pair'], of: ['volume', 'turnover'], last: 'start_at' },
  oldestFirst: true,
  kept: null,
  needs: [],
};
