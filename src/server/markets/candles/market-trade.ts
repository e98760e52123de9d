import type { Pair, Trade } from '#protocol/market-data/entities/market.ts';
import { fromUnitsFixed, toUnits } from '#protocol/core/decimal.ts';
import type { SourceCandle } from '../prices/price-source.ts';
import { assets, assetScale } from '#server/core/assets.ts';

/** A fill as reported by spot trading: price in quote units, amount in base units, `side` the taker's. */
export interface Fill {
  readonly id: number;
  readonly pair: string;
  readonly side: 'buy' | 'sell';
  readonly price: bigint;
  readonly amount: bigint;
  readonly at: number;
}

/** Converts ledger units to ticks and lots of a pair. Assets that no wallet holds are counted in lots. */
export interface PairSteps {
  readonly pair: Pair;
  readonly unitsPerTick: bigint;
  readonly unitsPerLot: bigint;
}

export function stepsOf(pair: Pair): PairSteps {
  return {
    pair,
    unitsPerTick: toUnits(pair.tickSize, assetScale(pair.quote)),
    unitsPerLot: toUnits(pair.lotSize, assets.get(pair.base)?.scale ?? pair.amountDecimals),
  };
}

/** A fill as a single-trade candle, to be folded into every candle that contains it. */
export function asCandle({ unitsPerTick, unitsPerLot }: PairSteps, fill: Fill): SourceCandle {
  const ticks = Number(fill.price / unitsPerTick);
  const volume = fill.amount / unitsPerLot;
  return {
    startMs: fill.at,
    open: ticks,
    high: ticks,
    low: ticks,
    close: ticks,
    volume,
    turnover: BigInt(ticks) * volume,
  };
}

/** A fill as the public sees it. */
export function asTrade({ pair, unitsPerTick, unitsPerLot }: PairSteps, fill: Fill): Trade {
  return {
    id: String(fill.id),
    price: fromUnitsFixed(fill.price / unitsPerTick, pair.priceDecimals),
    amount: fromUnitsFixed(fill.amount / unitsPerLot, pair.amountDecimals),
    side: fill.side,
    at: fill.at,
  };
}
