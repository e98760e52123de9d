import type { Ticks } from '#protocol/core/brand.ts';
import type { ParametersOf, RobotParameters } from '../entities/parameters.ts';
import { fromUnits } from '#protocol/core/decimal.ts';
import type { RobotMarket, StrategyName } from './strategy.ts';

/** A price with at most three figures that are not 0, as people name bounds. */
function roundTicks(ticks: number): Ticks {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, ticks))) - 2);
  return Math.max(1, Math.round(ticks / step) * step);
}

/** A grid of steps alike around a price, whose bounds are rounded as people name them. */
export function gridAround(market: RobotMarket, ticks: Ticks, percent: number, lines: number): ParametersOf<'grid'> {
  const price = (at: Ticks) => fromUnits(BigInt(at) * market.tickUnits, market.quoteScale);
  const lower = roundTicks((ticks * (100 - percent)) / 100);
  const upper = roundTicks((ticks * (100 + percent)) / 100);
  return { strategy: 'grid', lower: price(lower), upper: price(upper), lines, spacing: 'arithmetic' };
}

/** As {@link gridAround}, on a contract. */
export function contractGridAround(
  market: RobotMarket,
  ticks: Ticks,
  {
    percent,
    lines,
    direction,
    leverage,
  }: { readonly percent: number; readonly lines: number } & Pick<
    ParametersOf<'contract-grid'>,
    'direction' | 'leverage'
  >,
): RobotParameters {
  return { ...gridAround(market, ticks, percent, lines), strategy: 'contract-grid', direction, leverage };
}

/** Parameters to begin with, which nobody tuned: a middling grid around the price of now, middling steps. */
export function usualParameters(strategy: StrategyName, market: RobotMarket, ticks: Ticks): RobotParameters {
  switch (strategy) {
    case 'grid':
      return gridAround(market, ticks, 10, 20);
    case 'averaging':
      return { strategy, takeProfit: '1.5', safetyOrders: 5, step: '2', scale: '1.5' };
    case 'trend':
      return { strategy, minutes: 60, fast: 9, slow: 26, trailing: '4' };
    case 'contract-grid':
      return contractGridAround(market, ticks, { percent: 10, lines: 20, direction: 'neutral', leverage: 2 });
    case 'rebalance':
      return { strategy, minutes: 60, share: 50, drift: '5', others: [] };
  }
}
