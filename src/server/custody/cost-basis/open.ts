import { minuteMs } from '#protocol/core/durations.ts';
import type { Area } from '#server/core/areas/area.ts';
import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import type { Market } from '#server/markets/candles/market.ts';
import { createCostHandlers } from './calls.ts';
import type { PriceAt } from './cost-basis.ts';
import { costAsset } from './rules.ts';
import { createSettledLedger } from './settled.ts';

interface CostBasisDeps extends Pick<CoreDeps, 'database' | 'clock'> {
  /** Past prices of coins in USDT. */
  readonly prices: Pick<Market, 'has' | 'klines'>;
}

/** Opens what users' coins cost them, folded from the ledger. */
export function openCostBasis({ database, clock, prices }: CostBasisDeps): Area<ReturnType<typeof createCostHandlers>> {
  const { pool } = database;
  const settled = createSettledLedger(database);
  return { calls: createCostHandlers({ pool, clock, settled, priceAt: closesBefore(prices) }), jobs: [] };
}

/** Closing prices from the market's candles: of the last minute that was over at that time. */
export function closesBefore(market: CostBasisDeps['prices']): PriceAt {
  return async (asset, at) => {
    const pair = asset + costAsset;
    if (!market.has(pair)) return null;
    const { list } = await market.klines(pair, '1m', Math.floor(at / minuteMs) * minuteMs, 1);
    return list[0]?.[4] ?? null;
  };
}
